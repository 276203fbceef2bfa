import { sql } from 'kysely'
import type { Context, InTransaction, Visit } from '../context.ts'
import { hit, networkOf } from '../limits/limits.ts'
import { lockMailAddress } from './mail.ts'

const DAY_SECONDS = 86_400

/**
 * Mail to somebody we know that a person not signed in asks for (behaviour 11.12, 16.3). So few a day for one target from one
 * address, and so many in all, that a stranger neither fills a mailbox nor uses up what its owner may ask for. Counted
 * by what was typed, known or not: a limit must not tell either.
 */
export async function mayAskForMail(visit: Visit, target: string): Promise<boolean> {
  const { recoveriesPerDayPerAddress, recoveriesPerDayPerTarget } = visit.settings.limits
  const fromHere = { key: `${target}:${networkOf(visit.address)}`, limit: recoveriesPerDayPerAddress }
  // What one address may no longer ask for does not count against the target.
  if (!(await hit(visit, { ...fromHere, windowSeconds: DAY_SECONDS }))) return false
  return hit(visit, { key: target, limit: recoveriesPerDayPerTarget, windowSeconds: DAY_SECONDS })
}

/** Since when a mail is so new that asking again sends no other. */
export function repeatedSince({ now, settings }: Context): Date {
  return new Date(now.getTime() - settings.lifetimes.repeatedMail * 1000)
}

/** True when such a mail went to the address a moment ago. Parallel askers for one address wait for each other. */
export async function wasJustMailed(context: InTransaction, kind: string, to: string): Promise<boolean> {
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
