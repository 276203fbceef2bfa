import type { Kysely, Transaction } from 'kysely'
import { runWritten } from '../../../platform/database/prepared.ts'
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

const COUNTED_BY: Record<AttemptLimit['by'], { text: string; values: (attempt: Attempt) => unknown[] }> = {
  npi: { text: 'npi = $3', values: ({ npi }) => [npi] },
  address: { text: 'address = $3', values: ({ address }) => [address] },
  npiHere: { text: 'npi = $3 and address = $4', values: ({ npi, address }) => [npi, address] },
  npiInRegistration: {
    text: 'npi = $3 and registration_id = $4',
    values: ({ npi, registrationId = null }) => [npi, registrationId],
  },
}

async function countAttempts(trx: Transaction<Database>, attempt: Attempt, { by, since }: AttemptLimit) {
  const counted = COUNTED_BY[by]
  const rows = await runWritten<{ used: number }>(trx, {
    name: `count-attempts-${by}`,
    text: `select count(*)::int as used from identity_attempt where kind = $1 and at > $2 and ${counted.text}`,
    values: [attempt.kind, since, ...counted.values(attempt)],
  })
  return rows[0]?.used ?? 0
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
  let left = Number.POSITIVE_INFINITY
  let used: AttemptLimit | undefined
  for (const limit of limits) {
    const leftOfLimit = limit.max - (await countAttempts(trx, attempt, limit))
    if (leftOfLimit <= 0) return { reached: limit }
    if (leftOfLimit === 1) used ??= limit
    left = Math.min(left, leftOfLimit - 1)
  }
  return { attemptId: await insertAttemptRow(trx, attempt), left, used }
}

/** Without limits: the caller has locked the attempts and read what is left. */
export async function insertAttemptRow(trx: Transaction<Database>, attempt: Attempt): Promise<string> {
  const { kind, npi, address, registrationId = null, now } = attempt
  const values = [kind, npi, address, registrationId, now]
  const [row] = await runWritten<{ id: string }>(trx, { name: 'insert-attempt', text: insertSql, values })
  if (!row) throw new Error('Expected exactly one row')
  return row.id
}

const insertSql = `
insert into identity_attempt (kind, npi, address, registration_id, at) values ($1, $2, $3, $4, $5) returning id`

/** Gives a counted attempt back: it succeeded, or it could not be made. */
export async function deleteAttempt(db: Kysely<Database>, attemptId: string): Promise<void> {
  await db.deleteFrom('identity_attempt').where('id', '=', attemptId).execute()
}
