import { sql } from 'kysely'
import { isAccountHeld, isNpiHeld } from '../../platform/operations/legal-holds.ts'
import { deleteRows, type RetentionRule } from '../../platform/operations/retention.ts'

export const directoryRetention: readonly RetentionRule[] = [
  {
    kept: 'rosterChanges',
    end: (before) =>
      deleteRows('roster_change', sql`t.answered_at < ${before}`, [
        isAccountHeld(sql`t.account_id`),
        isNpiHeld(sql`t.npi`),
      ]),
  },
]
