import type { Context, InTransaction } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'

/** What people's acts are counted as. The table in docs/security.md lists each with its limit. */
export const COUNTERS = [
  'activation',
  'calendar-client',
  'calendar-feed',
  'calendar-wrong',
  'contract-form',
  'contract-upload',
  'directory-file',
  'eligibility',
  'eligibility-name',
  'eligibility-row',
  'factor-code',
  'fhir',
  'forgot-password',
  'forgot-username',
  'invitation',
  'link',
  'may',
  'may-audit',
  'member-begin',
  'member-code',
  'new-email',
  'notice',
  'npi',
  'passkey-challenge',
  'profile',
  'recovery',
  'requests',
  'roster-row',
  'sign-in',
  'signatory',
  'signing-code',
  'signing-mail',
  'signing-try',
  'stranger-mail',
  'submit',
  'staff-directory',
  'staff-view',
] as const

/** The counter, then what it counts by. The server's own work is counted too. */
export type CounterKey = `${(typeof COUNTERS)[number] | 'job'}:${string}` | 'readyz'

/** A maximum number of acts per `key` and time window. */
export type FloodLimit = { key: CounterKey; limit: number; windowSeconds: number }

/**
 * Counts one act under `key` and returns true while the count is within `limit` for the current window. One atomic
 * statement, so that parallel acts cannot exceed it. Windows are fixed: they start at whole multiples.
 */
export async function hit(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { key, limit, windowSeconds }: FloodLimit,
): Promise<boolean> {
  const values = [key, startOfWindow(now, windowSeconds)]
  const rows = await runPrepared<{ hits: number }>(db, hitSql, values)
  return (rows[0]?.hits ?? Number.POSITIVE_INFINITY) <= limit
}

const hitSql = `
insert into flood_counter (key, window_start, hits) values ($1, $2, 1)
on conflict (key, window_start) do update set hits = flood_counter.hits + 1
returning hits`

/** Counts several acts at once, or none of them if they would exceed the limit. */
export async function hitMany(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { key, limit, windowSeconds }: FloodLimit,
  acts: number,
): Promise<boolean> {
  const values = [key, startOfWindow(now, windowSeconds), acts, limit]
  return (await runPrepared(db, hitManySql, values)).length > 0
}

const hitManySql = `
insert into flood_counter (key, window_start, hits) select $1, $2, $3::int where $3::int <= $4::int
on conflict (key, window_start) do update set hits = flood_counter.hits + excluded.hits
  where flood_counter.hits + excluded.hits <= $4::int
returning hits`

/** Acts counted in the current window. Parallel transactions wait here until this one ends. */
export async function lockHits(
  { db, now }: Pick<InTransaction, 'db' | 'now'>,
  { key, windowSeconds }: Pick<FloodLimit, 'key' | 'windowSeconds'>,
): Promise<number> {
  const values = [key, startOfWindow(now, windowSeconds)]
  const rows = await runPrepared<{ hits: number }>(db, lockHitsSql, values)
  return rows[0]?.hits ?? 0
}

const lockHitsSql = `
insert into flood_counter (key, window_start, hits) values ($1, $2, 0)
on conflict (key, window_start) do update set hits = flood_counter.hits
returning hits`

/**
 * Counts several keys in one statement, in the given order. Every key is counted, and the result is true only if all
 * are within their limits.
 */
export async function hitAll(
  { db, now }: Pick<Context, 'db' | 'now'>,
  limits: Omit<FloodLimit, 'windowSeconds'>[],
  windowSeconds: number,
): Promise<boolean> {
  const values = [startOfWindow(now, windowSeconds), limits.map(({ key }) => key)]
  const rows = await runPrepared<{ key: string; hits: number }>(db, hitAllSql, values)
  const hits = new Map(rows.map(({ key, hits }) => [key, hits]))
  return limits.every(({ key, limit }) => (hits.get(key) ?? Number.POSITIVE_INFINITY) <= limit)
}

const hitAllSql = `
insert into flood_counter (key, window_start, hits)
select k.key, $1::timestamptz, 1 from unnest($2::text[]) with ordinality k (key, turn) order by k.turn
on conflict (key, window_start) do update set hits = flood_counter.hits + 1
returning key, hits`

/** For counting a limit inside a larger statement. */
export function startOfWindow(now: Date, windowSeconds: number): Date {
  const width = windowSeconds * 1000
  return new Date(Math.floor(now.getTime() / width) * width)
}

/**
 * The client that limits count: an IPv4 address, or the /64 network of an IPv6 address, because each site has a whole
 * /64 and could use a new address for each attempt.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
