import { type RawBuilder, sql } from 'kysely'
import type { Context, Db, Trx } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Limits } from '#platform/settings/numbers.ts'
import {
  type AttemptKind,
  declarationOf,
  type LimitName,
  NPI_LIMITS,
  type ProofKind,
  usedSql,
} from './attempt-limits.ts'

/** What the limits of each kind count by. */
export type Subjects = {
  STEP1: { npi: string; address: string; registrationId: Buffer }
  QUIZ: { npi: string }
  CODE: { npi: string }
  LINK: { requestId: string }
}

/** NPI and address of an attempt; for step1 also the registration. */
type Attempting = { npi: string; address: string; registrationId?: Buffer }

type Facts = { npi?: string; address?: string; registrationId?: Buffer; requestId?: string }

/**
 * Locks the attempts of the NPI and of the address until the transaction ends, so that parallel requests cannot all see
 * the same attempt left. Locks the address first, so that transactions cannot deadlock.
 */
export async function lockAttempts(trx: Trx, kind: AttemptKind, { npi, address }: Attempting): Promise<void> {
  const values = [`${kind}|${address}`, `${kind}|${npi}`]
  await runPrepared(trx, lockAttemptsSql, values)
}

const lockAttemptsSql = 'select pg_advisory_xact_lock(72610, hashtext($1)), pg_advisory_xact_lock(72611, hashtext($2))'

/** Locks the failures of the NPI until the transaction ends, so that quizzes and codes end one after the other. */
export async function lockFailures(trx: Trx, npi: string): Promise<void> {
  await runPrepared(trx, lockFailuresSql, [npi])
}

const lockFailuresSql = 'select pg_advisory_xact_lock(72612, hashtext($1))'

/** How much of each limit is used, in the order of the limits. */
export async function countUsed(
  { db, now }: Pick<Context, 'db' | 'now'>,
  limits: LimitName[],
  { npi, address, registrationId, requestId }: Facts,
): Promise<number[]> {
  const values = [now, npi ?? null, address ?? null, registrationId ?? null, requestId ?? null]
  const text = `select ${usedSql(limits, SUBJECT)} as used ${FROM_SUBJECT}`
  const [row] = await runPrepared<{ used: number[] }>(db, text, values)
  if (!row) throw new Error('Expected exactly one row')
  return row.used
}

const SUBJECT = {
  now: 's.now',
  npi: 's.npi',
  address: 's.address',
  registration: 's.registration_id',
  request: 's.request_id',
}
const FROM_SUBJECT = `from (values ($1::timestamptz, $2::text, $3::text, $4::bytea, $5::bigint))
  s (now, npi, address, registration_id, request_id)`

type NewAttempt = Attempting & { kind: AttemptKind; now: Date }

/** Durable: the attempt survives a crash. */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<string> {
  const { kind, npi, address, registrationId = null, now } = attempt
  const values = [kind, npi, address, registrationId, now]
  const [row] = await runPrepared<{ id: string }>(db, insertSql, values)
  if (!row) throw new Error('Expected exactly one row')
  return row.id
}

const insertSql = `
insert into identity_attempt (kind, npi, address, registration_id, at) values ($1, $2, $3, $4, $5) returning id`

export async function deleteAttempt(db: Db, attemptId: string): Promise<void> {
  await runPrepared(db, 'delete from identity_attempt where id = $1', [attemptId])
}

/** The attempts of quizzes that expired in this registration without an answer. */
export async function deleteUnansweredAttempts(db: Db, registrationId: Buffer, now: Date): Promise<void> {
  const values = [registrationId, now]
  await runPrepared(db, deleteUnansweredSql, values)
}

const deleteUnansweredSql = `
delete from identity_attempt where id in (
  select attempt_id from quiz
  where registration_id = $1 and status = 'PENDING' and expires_at <= $2 and attempt_id is not null)`

export async function deleteAttemptsOfNpi(db: Db, npi: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('identity_attempt').where('npi', '=', npi).executeTakeFirst()
  return Number(numDeletedRows)
}

type NewFailure = { kind: ProofKind; npi: string; requestId: string | null; now: Date }

export async function insertFailure(db: Db, { kind, npi, requestId, now }: NewFailure): Promise<void> {
  await db.insertInto('proof_failure').values({ kind, npi, request_id: requestId, at: now }).execute()
}

/** The failures still count for the link of a request. Returns the number of updated failures. */
export async function updateFailuresReset(db: Db, npi: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('proof_failure')
    .set({ reset_at: now })
    .where('npi', '=', npi)
    .where('reset_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Bounds = { limits: Limits; now: Date }
type LockingLimit = { kind: AttemptKind; from: RawBuilder<unknown>; max: number }

const HOUR_MS = 3_600_000

/** The limits by NPI, each with the rows it counts. */
function lockingLimits({ limits, now }: Bounds): LockingLimit[] {
  return NPI_LIMITS.flatMap((name) => {
    const { kind, counts, within, max } = declarationOf(name)
    if (max === null || kind === 'LINK') return []
    const since = typeof within === 'number' && new Date(now.getTime() - within * HOUR_MS)
    const from = sql`${sql.table(counts === 'attempts' ? 'identity_attempt' : 'proof_failure')}
      where kind = ${kind} and ${since ? sql`at > ${since}` : sql`reset_at is null`}`
    return { kind, from, max: limits[max] }
  })
}

/** The NPIs that reached a limit. */
const lockedBy = ({ from, max }: LockingLimit, among: RawBuilder<unknown> = sql``) => sql`
  from ${from} ${among} group by npi having count(*) >= ${max}`

/** One SELECT of locked NPIs per limit, for statements that combine them. */
export const lockedNpisSql = (bounds: Bounds): RawBuilder<unknown>[] =>
  lockingLimits(bounds).map((limit) => sql`select npi ${lockedBy(limit)}`)

/** Which of these NPIs are locked, and by which kind of attempt; without a list, the last 200 of each limit. */
export async function findLockedNpis(
  db: Db,
  bounds: Bounds,
  npis?: string[],
): Promise<{ npi: string; kind: AttemptKind }[]> {
  const among = npis ? sql`and npi = any(${npis}::text[])` : sql``
  const found: { npi: string; kind: AttemptKind }[] = []
  for (const limit of lockingLimits(bounds)) {
    const { rows } = await sql<{ npi: string }>`
      select npi ${lockedBy(limit, among)} order by max(at) desc limit 200`.execute(db)
    found.push(...rows.map(({ npi }) => ({ npi, kind: limit.kind })))
  }
  return found
}
