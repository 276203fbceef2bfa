import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { runWritten, writeOnce } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/schema.ts'

export type AttemptKind = 'STEP1' | 'QUIZ' | 'CODE'

/**
 * 'Not more than `max` attempts of this kind since `since`': for the NPI, for the address, or for the NPI from this
 * address or in this registration.
 */
export type AttemptLimit = { by: 'npi' | 'address' | 'npiHere' | 'npiInRegistration'; max: number; since: Date }

export type Attempt = { kind: AttemptKind; npi: string; address: string; registrationId?: Buffer; now: Date }

/** `left`: how many more the nearest limit has room for; `used`: the limit that has none after this one. */
export type CountedAttempt =
  | { attemptId: string; left: number; used: AttemptLimit | undefined }
  | { reached: AttemptLimit }

/**
 * Attempts on the same NPI, and from the same address, wait for each other here (address first, so that no two can
 * wait in a circle) until the transaction ends: a hundred parallel ones cannot all see the same free place.
 */
export async function lockAttempts(trx: Transaction<Database>, { kind, npi, address }: Attempt): Promise<void> {
  const values = [`${kind}|${address}`, `${kind}|${npi}`]
  await runWritten(trx, { name: 'lock-attempts', text: lockSql, values })
}

const lockSql = 'select pg_advisory_xact_lock(72610, hashtext($1)), pg_advisory_xact_lock(72611, hashtext($2))'

type Limit = { by: AttemptLimit['by']; since: Date | undefined }

/** How many attempts count for each limit. */
function usedOf({ kind, npi, address, registrationId }: Attempt, limits: Limit[]) {
  const counted = {
    npi: sql`npi = ${npi}`,
    address: sql`address = ${address}`,
    npiHere: sql`npi = ${npi} and address = ${address}`,
    npiInRegistration: sql`npi = ${npi} and registration_id = ${registrationId ?? null}`,
  }
  const counts = limits.map(
    ({ by, since }) =>
      sql`(select count(*)::int from identity_attempt where kind = ${kind} and at > ${since} and ${counted[by]})`,
  )
  return sql`select array[${sql.join(counts)}]::int[] as used`
}

type Room = { limit: AttemptLimit; left: number }

const roomOf = (limits: AttemptLimit[], used: number[] | undefined): Room[] =>
  limits.map((limit, index) => ({ limit, left: limit.max - (used?.[index] ?? 0) }))

/** Counts an attempt if every limit still has room. Durable: the counters survive a crash. */
export async function insertAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<CountedAttempt> {
  const [, counted] = await Promise.all([lockAttempts(trx, attempt), insertLockedAttempt(trx, attempt, limits)])
  return counted
}

/** The same in a transaction that holds its locks already. */
export async function insertLockedAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<CountedAttempt> {
  const bounds = limits.map(({ since, max }, index) => ({ [`since${index}`]: since, [`max${index}`]: max }))
  const rows = await counting(limits.map(({ by }) => by))(trx, Object.assign({}, attempt, ...bounds))
  const room = roomOf(limits, rows[0]?.used)
  const reached = room.find(({ left }) => left <= 0)
  if (reached) return { reached: reached.limit }
  const attemptId = rows[0]?.id
  if (!attemptId) throw new Error('An attempt that was not counted')
  return {
    attemptId,
    left: Math.min(...room.map(({ left }) => left)) - 1,
    used: room.find(({ left }) => left === 1)?.limit,
  }
}

type Bounded = Attempt & Record<`since${number}`, Date> & Record<`max${number}`, number>

/** One for each kind of call that counts. */
const written = new Map<string, ReturnType<typeof writeCounting>>()

function counting(by: AttemptLimit['by'][]): ReturnType<typeof writeCounting> {
  const name = `count-attempt-${by.join('-')}`
  const statement = written.get(name) ?? writeCounting(name, by)
  written.set(name, statement)
  return statement
}

const writeCounting = (name: string, limitedBy: AttemptLimit['by'][]) =>
  writeOnce(name, (_, attempt: Bounded) => {
    const limits = limitedBy.map((by, index) => ({ by, since: attempt[`since${index}`], max: attempt[`max${index}`] }))
    const isFree = limits.map(({ max }, index) => sql`used[${sql.lit(index + 1)}] < ${max}`)
    return sql<{ used: number[]; id: string | null }>`
      with room as materialized (${usedOf(attempt, limits)}),
      counted as (${insertedAttempt(attempt, sql`room where ${sql.join([sql`true`, ...isFree], sql` and `)}`)})
      select room.used, counted.id from room left join counted on true`
  })

/** As part of a statement, where there is a row of `from`; it gives the id. */
export const insertedAttempt = (
  { kind, npi, address, registrationId, now }: Attempt,
  from: RawBuilder<unknown> = sql`(select) here`,
) => sql<{ id: string }>`
  insert into identity_attempt (kind, npi, address, registration_id, at)
  select ${kind}::text, ${npi}::text, ${address}::text, ${registrationId ?? null}::bytea, ${now}::timestamptz from ${from}
  returning id`

/** Gives a counted attempt back: it succeeded, or it could not be made. */
export async function deleteAttempt(db: Kysely<Database>, attemptId: string): Promise<void> {
  await db.deleteFrom('identity_attempt').where('id', '=', attemptId).execute()
}
