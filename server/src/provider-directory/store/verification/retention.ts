import { sql } from 'kysely'
import { isAccountOnLegalHold } from '#platform/operations/legal-holds.ts'
import type { ExpiredRows } from '#platform/operations/retention.ts'
import { deleteRows, type RetentionRule } from '#platform/operations/retention.ts'
import { deleteOrphanedDrafts } from './drafts.ts'

const holds = [isAccountOnLegalHold(sql`t.account_id`)]

export const verificationRetention: readonly RetentionRule[] = [
  { setting: 'verifications', end: (before) => deleteRows('verification', sql`t.verified_at < ${before}`, holds) },
  {
    setting: 'verificationDrafts',
    end: (before) => deleteRows('verification_draft', sql`t.saved_at < ${before}`, holds),
  },
  {
    setting: 'rosterFileHeadings',
    end: (before) => deleteRows('roster_file_heading', sql`t.used_at < ${before}`, [sql<boolean>`false`]),
  },
]

export const verificationExpired: readonly ExpiredRows[] = [({ db }) => deleteOrphanedDrafts(db)]
