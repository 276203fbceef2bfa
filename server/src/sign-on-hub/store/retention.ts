import { sql } from 'kysely'
import { isAccountOnLegalHold } from '#platform/operations/legal-holds.ts'
import { deleteRows, type RetentionRule } from '#platform/operations/retention.ts'

export const hubRetention: readonly RetentionRule[] = [
  {
    setting: 'mail',
    end: (before) =>
      deleteRows('hub_logout', sql`coalesce(t.sent_at, t.gave_up_at) < ${before}`, [
        isAccountOnLegalHold(sql`t.account_id`),
      ]),
  },
]
