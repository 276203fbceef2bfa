import { sql } from 'kysely'
import { isAccountOnLegalHold, isNpiOnLegalHold } from '../../platform/operations/legal-holds.ts'
import { deleteRows, type RetentionRule } from '../../platform/operations/retention.ts'

export const directoryRetention: readonly RetentionRule[] = [
  {
    setting: 'rosterChanges',
    end: (before) =>
      deleteRows('roster_change', sql`t.answered_at < ${before}`, [
        isAccountOnLegalHold(sql`t.account_id`),
        isNpiOnLegalHold(sql`t.npi`),
      ]),
  },
]
