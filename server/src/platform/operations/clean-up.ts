import type { DeleteResult } from 'kysely'
import type { Db } from '../context.ts'
import { deleteOldResults } from '../identity/session-results.ts'
import type { Settings } from '../settings/settings.ts'
import { daysBefore, type ScheduledJob } from './scheduled-job.ts'

/** Deletes rows that have no further use: expired codes, ended sessions, old counters. */
export type ExpiredRows = (context: { db: Db; settings: Settings; now: Date }) => Promise<DeleteResult>

export const cleanUpJob = (expired: readonly ExpiredRows[]): ScheduledJob => ({
  name: 'clean-up',
  async run({ db, settings }, now) {
    let deleted = 0
    for (const deleteExpired of expired) deleted += Number((await deleteExpired({ db, settings, now })).numDeletedRows)
    return deleted
  },
})

/** The platform's own tables. */
export const platformExpired: readonly ExpiredRows[] = [
  ({ db, now }) => db.deleteFrom('flood_counter').where('window_start', '<', daysBefore(now, 1)).executeTakeFirst(),
  deleteOldResults,
]
