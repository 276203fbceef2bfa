import { sql } from 'kysely'
import { isAccountOnLegalHold, isNpiOnLegalHold } from '#platform/operations/legal-holds.ts'
import { deleteRows, type RetentionRule } from '#platform/operations/retention.ts'

export const changeRetention: readonly RetentionRule[] = [
  {
    setting: 'rosterChanges',
    end: (before) =>
      deleteRows('practice_change', sql`t.decided_at < ${before} and t.state <> 'WAITING'`, [
        isAccountOnLegalHold(sql`t.account_id`),
        isNpiOnLegalHold(sql`t.npi`),
      ]),
  },
  {
    setting: 'rosterChanges',
    end: (before) =>
      deleteRows('change_summary', sql`t.sent_at < ${before}`, [isAccountOnLegalHold(sql`coalesce(t.account_id, 0)`)]),
  },
]
