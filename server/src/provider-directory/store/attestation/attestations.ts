import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'

export type AttestationFacts = {
  id: string
  officerName: string
  officerTitle: string
  attestedOn: string
  manifestSha256: string
  publishedAt: Date
  statement: string
  recordedAt: Date
  recordedBy: string
  withdrawnAt: Date | null
  withdrawnBy: string
  reason: string
}

/** Attestations with their withdrawals, newest first. */
export async function findAttestations(db: Db, limit: number, before?: string): Promise<AttestationFacts[]> {
  const { rows } = await sql<AttestationFacts>`
    select t.id, t.officer_name as "officerName", t.officer_title as "officerTitle", t.attested_on::text as "attestedOn",
      t.manifest_sha256 as "manifestSha256", t.published_at as "publishedAt", t.statement, t.recorded_at as "recordedAt",
      a.first_name || ' ' || a.last_name as "recordedBy", w.recorded_at as "withdrawnAt",
      coalesce(b.first_name || ' ' || b.last_name, '') as "withdrawnBy", coalesce(w.reason, '') as reason
    from directory_attestation t join account a on a.id = t.recorded_by
    left join directory_attestation w on w.withdraws = t.id left join account b on b.id = w.recorded_by
    where t.withdraws is null ${before === undefined ? sql`` : sql`and t.id < ${before}`}
    order by t.id desc limit ${limit}`.execute(db)
  return rows
}

/** Days of attestations that were not withdrawn, oldest first. */
export async function findAttestedDays(db: Db, from: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct t.attested_on::text as day from directory_attestation t
    where t.attested_on >= ${from}::date and not exists (select from directory_attestation w where w.withdraws = t.id)
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

export type LockedPublication = { manifestSha256: string; publishedAt: Date }

/** Locks the current publication, so that the same attestation is recorded once. */
export async function lockPublication(trx: Trx): Promise<LockedPublication | undefined> {
  const row = await trx
    .selectFrom('directory_publication')
    .select(['manifest_sha256', 'published_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && { manifestSha256: row.manifest_sha256, publishedAt: row.published_at }
}

type NewAttestation = {
  officerName: string
  officerTitle: string
  attestedOn: string
  manifestSha256: string
  publishedAt: Date
  statement: string
}
type Recorded = { now: Date; accountId: string }

/** True if the same officer has attested this publication for that day, and it was not withdrawn. */
export async function isAttested(
  trx: Trx,
  { officerName, attestedOn, manifestSha256 }: Pick<NewAttestation, 'officerName' | 'attestedOn' | 'manifestSha256'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from directory_attestation t
    where t.manifest_sha256 = ${manifestSha256} and lower(t.officer_name) = lower(${officerName})
      and t.attested_on = ${attestedOn}::date
      and not exists (select from directory_attestation w where w.withdraws = t.id)`.execute(trx)
  return rows.length > 0
}

export async function insertAttestation(
  trx: Trx,
  given: NewAttestation,
  { now, accountId }: Recorded,
): Promise<string> {
  const row = await trx
    .insertInto('directory_attestation')
    .values({
      officer_name: given.officerName,
      officer_title: given.officerTitle,
      attested_on: given.attestedOn,
      manifest_sha256: given.manifestSha256,
      published_at: given.publishedAt,
      statement: given.statement,
      recorded_at: now,
      recorded_by: accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The attestation with this id, unless it is a withdrawal. */
export async function findAttestation(trx: Trx, id: string) {
  return trx
    .selectFrom('directory_attestation')
    .select(['id', 'manifest_sha256 as manifestSha256'])
    .where('id', '=', id)
    .where('withdraws', 'is', null)
    .executeTakeFirst()
}

/** Returns false if the attestation was already withdrawn. */
export async function insertWithdrawal(
  trx: Trx,
  { id, reason }: { id: string; reason: string },
  { now, accountId }: Recorded,
): Promise<boolean> {
  const row = await trx
    .insertInto('directory_attestation')
    .values({ withdraws: id, reason, recorded_at: now, recorded_by: accountId })
    .onConflict((conflict) => conflict.column('withdraws').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
