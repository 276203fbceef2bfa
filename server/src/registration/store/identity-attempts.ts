import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

export type AttemptKind = 'STEP1' | 'QUIZ' | 'CODE'

/**
 * 'Not more than `max` attempts of this kind since `since`': for the NPI, for the address, or for the NPI from this
 * address or in this registration.
 */
export type AttemptLimit = { by: 'npi' | 'address' | 'npiHere' | 'npiInRegistration'; max: number; since: Date }

export type Attempt = { kind: AttemptKind; npi: string; address: string; registrationId?: Buffer; now: Date }

export type CountedAttempt = { attemptId: string } | { reached: AttemptLimit }

/**
 * Attempts on the same NPI, and from the same address, wait for each other here (address first, so that no two can
 * wait in a circle) until the transaction ends: a hundred parallel ones cannot all see the same free place.
 */
export async function lockAttempts(trx: Transaction<Database>, { kind, npi, address }: Attempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(72610, hashtext(${`${kind}|${address}`}))`.execute(trx)
  await sql`select pg_advisory_xact_lock(72611, hashtext(${`${kind}|${npi}`}))`.execute(trx)
}

/** The first limit that has no room left. */
export async function findReachedLimit(
  db: Kysely<Database>,
  { kind, npi, address, registrationId }: Attempt,
  limits: AttemptLimit[],
): Promise<AttemptLimit | undefined> {
  const counted = {
    npi: sql`npi = ${npi}`,
    address: sql`address = ${address}`,
    npiHere: sql`npi = ${npi} and address = ${address}`,
    npiInRegistration: sql`npi = ${npi} and registration_id = ${registrationId ?? null}`,
  }
  for (const limit of limits) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from identity_attempt
      where kind = ${kind} and at > ${limit.since} and ${counted[limit.by]}`.execute(db)
    if ((rows[0]?.count ?? 0) >= limit.max) return limit
  }
  return undefined
}

/** Counts an attempt if every limit still has room. Durable: the counters survive a crash. */
export async function insertAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  limits: AttemptLimit[],
): Promise<CountedAttempt> {
  await lockAttempts(trx, attempt)
  const reached = await findReachedLimit(trx, attempt, limits)
  if (reached) return { reached }
  const { kind, npi, address, registrationId = null, now } = attempt
  const { id } = await trx
    .insertInto('identity_attempt')
    .values({ kind, npi, address, registration_id: registrationId, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { attemptId: id }
}

/** Gives a counted attempt back: it succeeded, or it could not be made. */
export async function deleteAttempt(db: Kysely<Database>, attemptId: string): Promise<void> {
  await db.deleteFrom('identity_attempt').where('id', '=', attemptId).execute()
}
