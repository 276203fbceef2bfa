import type { Db } from '#platform/context.ts'
import type { ExpiredRows } from '#platform/operations/retention.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import type { Settings } from '#platform/settings/settings.ts'

const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** A draft is deleted as soon as the registration can no longer be continued. */
export function updateExpiredDrafts(db: Db, { lifetimes }: Settings, now: Date) {
  return db
    .updateTable('registration')
    .set({ draft: null })
    .where('draft', 'is not', null)
    .where((where) =>
      where.or([
        where('touched_at', '<', secondsBefore(now, lifetimes.registrationIdle)),
        where('created_at', '<', secondsBefore(now, lifetimes.registrationAbsolute)),
      ]),
    )
    .executeTakeFirst()
}

export const registrationExpired: readonly ExpiredRows[] = [
  ({ db, settings, now }) =>
    db
      .deleteFrom('registration')
      .where('touched_at', '<', daysBefore(secondsBefore(now, settings.lifetimes.registrationAbsolute), 1))
      .executeTakeFirst(),
  ({ db, now }) => db.deleteFrom('captcha_spent').where('expires_at', '<', now).executeTakeFirst(),
  // A guessed code stays until the provider's next code counts it as failed (behaviour 7.17).
  ({ db, now }) =>
    db
      .deleteFrom('identity_code')
      .where('expires_at', '<', daysBefore(now, 1))
      .where((where) => where.or([where('status', '!=', 'PENDING'), where('tries', '=', 0)]))
      .executeTakeFirst(),
  ({ db, now }) => db.deleteFrom('identity_attempt').where('at', '<', daysBefore(now, 31)).executeTakeFirst(),
]
