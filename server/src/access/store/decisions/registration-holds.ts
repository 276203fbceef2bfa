import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'

/** Set for an SAA's objection to a request. Absent for the provider's 'This was not me'. */
export type Objection = { accountId: string; requestId: string }
/** What the mailed notice reports, and when it happened. */
export type HoldEvent = { event: 'FAILED' | 'REQUESTED' | 'NEW_SAA'; at: Date }
type NewHoldLink = HoldEvent & {
  npi: string
  tokenHash: Buffer
  now: Date
  expiresAt: Date
  objection?: Objection | undefined
}

export async function insertHoldLink(db: Db, link: NewHoldLink): Promise<void> {
  const { npi, tokenHash, event, at, now, expiresAt, objection } = link
  const values = [
    ...[npi, tokenHash, event, at, now, expiresAt, objection ? 'OBJECTION' : 'HOLD'],
    ...[objection?.accountId ?? null, objection?.requestId ?? null],
  ]
  await runPrepared(db, insertSql, values)
}

const insertSql = `
insert into registration_hold (npi, token_hash, event, event_at, created_at, expires_at, kind, account_id, request_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

export function findHoldLink(db: Db, tokenHash: Buffer) {
  return db.selectFrom('registration_hold').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Returns true for exactly one of any number of parallel calls. */
export async function updateHoldStarted(db: Db, id: string, now: Date): Promise<boolean> {
  const started = await db
    .updateTable('registration_hold')
    .set({ held_at: now })
    .where('id', '=', id)
    .where('held_at', 'is', null)
    .executeTakeFirst()
  return started.numUpdatedRows === 1n
}

/** Accounts with active access to the NPI itself. */
export async function findAccountsWithNpi(db: Db, npi: string): Promise<string[]> {
  const rows = await db
    .selectFrom('access_grant')
    .select('account_id')
    .distinct()
    .where('entity', '=', `NPI:${npi}`)
    .where('state', '=', 'ACTIVE')
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id: id }) => id)
}

/** Start of the current registration hold of the NPI. */
export async function findHold(db: Db, npi: string): Promise<Date | undefined> {
  const rows = await runPrepared<{ held_at: Date }>(db, holdSql, [npi])
  return rows[0]?.held_at
}

const holdSql = `
select held_at from registration_hold
where npi = $1 and kind = 'HOLD' and held_at is not null and lifted_at is null order by held_at limit 1`

/** Those of the NPIs that are on hold. */
export async function findNpisOnHold(db: Db, npis: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('registration_hold')
    .select('npi')
    .where('npi', '=', sql<string>`any(${npis}::text[])`)
    .where('kind', '=', 'HOLD')
    .where('held_at', 'is not', null)
    .where('lifted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ npi }) => npi))
}

/** Also closes the SAA objections for the NPI. */
export async function updateHoldsLifted(db: Db, npi: string, now: Date): Promise<number> {
  const lifted = await db
    .updateTable('registration_hold')
    .set({ lifted_at: now })
    .where('npi', '=', npi)
    .where('held_at', 'is not', null)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return Number(lifted.numUpdatedRows)
}

/** A number typed on step1, or a quiz or code that ended. */
type Failure = { of: 'NUMBER' | 'PROOF'; npi: string; brand: string; now: Date }

/** Counts a failure to report to the provider, with its brand. A single mistyped number is forgotten after a while. */
export async function insertFailureToReport(db: Db, { of, npi, brand, now }: Failure): Promise<void> {
  await sql`insert into provider_notice as n (npi, pending, last_failed_at, brand, proof_failed)
    values (${npi}, 1, ${now}, ${brand}, ${of === 'PROOF'})
    on conflict (npi) do update set
      pending = case when n.pending = 1 and not ${isReported} and n.last_failed_at <= excluded.last_failed_at - ${ALONE}
        then 1 else n.pending + 1 end,
      last_failed_at = excluded.last_failed_at, brand = excluded.brand,
      proof_failed = n.proof_failed or excluded.proof_failed`.execute(db)
}

/** A number is mistyped alone if nothing else failed for this long. */
const ALONE = sql`interval '30 days'`
const isReported = sql`(n.pending > 1 or n.proof_failed
  or coalesce(n.notified_at, '-infinity') > n.last_failed_at - ${ALONE})`
const isDue = (reportedBefore: Date) =>
  sql`n.pending > 0 and ${isReported} and coalesce(n.notified_at, '-infinity') <= ${reportedBefore}`

export async function findFailuresToReport(db: Db, reportedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select npi from provider_notice n where ${isDue(reportedBefore)} order by npi limit 500`.execute(db)
  return rows.map((row) => row.npi)
}

type FailuresToReport = { pending: number; lastAt: Date; brand: string | null }

/** Number of pending failures, and time and brand of the last. Undefined if another process has reported them. */
export async function updateFailuresReported(
  db: Db,
  npi: string,
  now: Date,
  reportedBefore: Date,
): Promise<FailuresToReport | undefined> {
  const { rows } = await sql<FailuresToReport>`
    update provider_notice reported set pending = 0, proof_failed = false, notified_at = ${now}
    from (select npi, pending from provider_notice n where npi = ${npi} and ${isDue(reportedBefore)} for update) before
    where reported.npi = before.npi
    returning before.pending, reported.last_failed_at as "lastAt", reported.brand`.execute(db)
  return rows[0]
}
