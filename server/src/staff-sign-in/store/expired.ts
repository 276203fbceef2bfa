import type { ExpiredRows } from '#platform/operations/retention.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'

/** A logout token is accepted only for minutes, so its id is needed no longer. */
export const staffSignInExpired: readonly ExpiredRows[] = [
  ({ db, now }) => db.deleteFrom('directory_logout').where('received_at', '<', daysBefore(now, 1)).executeTakeFirst(),
]
