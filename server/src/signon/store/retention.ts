import { sql } from 'kysely'
import { isAccountOnLegalHold } from '#platform/operations/legal-holds.ts'
import type { ExpiredRows } from '#platform/operations/retention.ts'
import { deleteRows, type RetentionRule } from '#platform/operations/retention.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import type { Settings } from '#platform/settings/settings.ts'

const reportableSince = (now: Date, { lifetimes }: Settings, lifetimesBack: number) =>
  new Date(now.getTime() - lifetimesBack * lifetimes.notMeLink * 1000)

export const signonExpired: readonly ExpiredRows[] = [
  ({ db, now }) => db.deleteFrom('sign_in_tally').where('touched_at', '<', daysBefore(now, 1)).executeTakeFirst(),
  ({ db, now }) => db.deleteFrom('account_device').where('expires_at', '<', now).executeTakeFirst(),
  ({ db, now }) => db.deleteFrom('passkey_challenge').where('expires_at', '<', now).executeTakeFirst(),
  ({ db, now }) => db.deleteFrom('email_code').where('expires_at', '<', now).executeTakeFirst(),
  ...(['passkey', 'authenticator_key', 'recovery_code'] as const).map(
    (table): ExpiredRows =>
      ({ db, now, settings }) =>
        db
          .deleteFrom(table)
          .where('removed_at', '<', reportableSince(now, settings, 1))
          .executeTakeFirst(),
  ),
  // A report also looks at addresses replaced before its notice: an address that was new then is not trusted.
  ({ db, now, settings }) =>
    db
      .deleteFrom('former_account_value')
      .where('replaced_at', '<', reportableSince(now, settings, 2))
      .executeTakeFirst(),
]

export const signonRetention: readonly RetentionRule[] = [
  {
    // An unconfirmed reset ends when its link expires.
    setting: 'factorResets',
    end: (before) =>
      deleteRows(
        'factor_reset',
        sql`(coalesce(t.done_at, t.stopped_at) < ${before} or num_nonnulls(t.done_at, t.stopped_at, t.confirmed_at) = 0
          and t.requested_at < ${before}
          and not exists (select from link l where l.account_id = t.account_id and l.purpose = 'FACTOR_RESET'
            and l.expires_at >= ${before}))`,
        [isAccountOnLegalHold(sql`t.account_id`)],
      ),
  },
  {
    setting: 'bell',
    end: (before) => deleteRows('bell_entry', sql`t.created_at < ${before}`, [isAccountOnLegalHold(sql`t.account_id`)]),
  },
]
