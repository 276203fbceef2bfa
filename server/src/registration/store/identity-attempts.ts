import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

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
  await sql`select pg_advisory_xact_lock(72610, hashtext(${`${kind}|${address}`})),
    pg_advisory_xact_lock(72611, hashtext(${`${kind}|${npi}`}))`.execute(trx)
}

/** How much room each limit has left. */
async function findRoom(
  db: Kysely<Database>,
  { kind, npi, address, registrationId }: Attempt,
  limits: AttemptLimit[],
): Promise<{ limit: AttemptLimit; left: number }[]> {
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
  const { rows } = await sql<{ used: number[] }>`select array[${sql.join(counts)}]::int[] as used`.execute(db)
  return limits.map((limit, index) => ({ limit, left: limit.max - (rows[0]?.used[index] ?? 0) }))
}

/** The first limit that has no room left. */
export async function findReachedLimit(
  db: Kysely<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<AttemptLimit | undefined> {
  return (await findRoom(db, attempt, limits)).find(({ left }) => left <= 0)?.limit
}

/** How many more attempts the nearest limit has room for. */
export async function countAttemptsLeft(
  db: Kysely<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<number> {
  return Math.min(...(await findRoom(db, attempt, limits)).map(({ left }) => left))
}

/** Counts an attempt if every limit still has room. Durable: the counters survive a crash. */
export async function insertAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<CountedAttempt> {
  await lockAttempts(trx, attempt)
  return insertLockedAttempt(trx, attempt, limits)
}

/** The same in a transaction that holds its locks already. */
export async function insertLockedAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<CountedAttempt> {
  const room = await findRoom(trx, attempt, limits)
  const reached = room.find(({ left }) => left <= 0)
  if (reached) return { reached: reached.limit }
  const { kind, npi, address, registrationId = null, now } = attempt
  const { id } = await trx
    .insertInto('identity_attempt')
    .values({ kind, npi, address, registration_id: registrationId, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    attemptId: id,
    left: Math.min(...room.map(({ left }) => left)) - 1,
    used: room.find(({ left }) => left === 1)?.limit,
  }
}

/** Gives a counted attempt back: it succeeded, or it could not be made. */
export async function deleteAttempt(db: Kysely<Database>, attemptId: string): Promise<void> {
  await db.deleteFrom('identity_attempt').where('id', '=', attemptId).execute()
}
