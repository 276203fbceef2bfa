import type { ExpiredRows } from '#platform/operations/retention.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'

export const memberExpired: readonly ExpiredRows[] = [
  ({ db, settings, now }) => {
    const opened = new Date(now.getTime() - settings.lifetimes.registrationAbsolute * 1000)
    return db.deleteFrom('member_registration').where('created_at', '<', daysBefore(opened, 1)).executeTakeFirst()
  },
]
