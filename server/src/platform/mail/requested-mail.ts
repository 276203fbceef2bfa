import { DAY_S } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context, InTransaction, Visit } from '../context.ts'
import { type CounterKey, hit, networkOf } from '../limits/limits.ts'
import { lockMailAddress } from './mail.ts'

/**
 * Limits mail to a known person that a visitor requests without signing in (behaviour 11.12, 16.3). The limits per
 * client and in total keep a stranger from filling a mailbox or using up the owner's allowance. Counted by the typed
 * value, known or not, so that a limit reveals neither.
 */
export async function canRequestMail(visit: Visit, target: Exclude<CounterKey, 'readyz'>): Promise<boolean> {
  const { recoveriesPerDayPerAddress, recoveriesPerDayPerTarget } = visit.settings.limits
  const fromHere = { key: `${target}:${networkOf(visit.address)}` as const, limit: recoveriesPerDayPerAddress }
  // Requests over the limit of a client do not count against the target.
  if (!(await hit(visit, { ...fromHere, windowSeconds: DAY_S }))) return false
  return hit(visit, { key: target, limit: recoveriesPerDayPerTarget, windowSeconds: DAY_S })
}

/** The time since when a mail counts as recent; asking again then sends no other. */
export function repeatedSince({ now, settings }: Context): Date {
  return new Date(now.getTime() - settings.lifetimes.repeatedMail * 1000)
}

/** True if such a mail went to the address a moment ago. Parallel requests for one address are serialized. */
export async function wasRecentlyMailed(context: InTransaction, kind: string, to: string): Promise<boolean> {
  const address = to.toLowerCase()
  await lockMailAddress(context.db, address)
  const row = await context.db
    .selectFrom('mail_message')
    .select('id')
    .where(sql<string>`lower(to_address)`, '=', address)
    .where('kind', '=', kind)
    .where('created_at', '>', repeatedSince(context))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
