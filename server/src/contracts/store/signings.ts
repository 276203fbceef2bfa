import { createHash } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Context, Db, InTransaction, Trx } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'

export type Signing = Selectable<Database['contract_signing']>

export type NewSigning = Pick<Signing, 'request_id' | 'way' | 'signer_name' | 'signer_title' | 'signer_email'> & {
  expiresAt: Date
  remindAt: Date | null
}

export async function insertSigning({ db, now }: InTransaction, signing: NewSigning): Promise<Signing> {
  const { expiresAt, remindAt, ...who } = signing
  return db
    .insertInto('contract_signing')
    .values({ ...who, state: 'OPEN', requested_at: now, expires_at: expiresAt, remind_at: remindAt })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findSigning(db: Db, id: string): Promise<Signing | undefined> {
  return db.selectFrom('contract_signing').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the signing to serialize parallel steps. The caller must lock the request first. */
export async function lockSigning(trx: Trx, id: string): Promise<Signing | undefined> {
  return trx.selectFrom('contract_signing').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the open signing of a request, if any. */
export async function lockOpenSigning(trx: Trx, requestId: string): Promise<Signing | undefined> {
  return trx
    .selectFrom('contract_signing')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('state', '=', 'OPEN')
    .forUpdate()
    .executeTakeFirst()
}

export async function updateSigning(
  trx: Trx,
  id: string,
  change: Updateable<Database['contract_signing']>,
): Promise<void> {
  await trx.updateTable('contract_signing').set(change).where('id', '=', id).execute()
}

export async function findSigningOfContract(db: Db, contractId: string): Promise<Signing | undefined> {
  return db.selectFrom('contract_signing').selectAll().where('contract_id', '=', contractId).executeTakeFirst()
}

export async function findSignedOf(db: Db, requestId: string): Promise<Signing[]> {
  return db
    .selectFrom('contract_signing')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('state', '=', 'SIGNED')
    .orderBy('id', 'desc')
    .execute()
}

export async function findSignedFile(db: Db, contractId: string) {
  return db
    .selectFrom('signed_contract')
    .select(['content', 'sha256', 'state', 'decided_at', 'file_name'])
    .where('id', '=', contractId)
    .executeTakeFirst()
}

export async function updateSignedFile(
  trx: Trx,
  contractId: string,
  file: { content: Buffer; sha256: string },
): Promise<void> {
  await trx.updateTable('signed_contract').set(file).where('id', '=', contractId).execute()
}

export async function insertUsedCertificate({ db, now }: InTransaction, fingerprint: string): Promise<void> {
  await db
    .insertInto('signing_certificate')
    .values({ fingerprint, first_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Fingerprints of all certificates that the plan has signed with. */
export async function findUsedCertificates(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('signing_certificate').select('fingerprint').execute()
  return new Set(rows.map((row) => row.fingerprint))
}

/** Hash of a file signed online, from the audit trail: the newest one, because the plan signs it again on validation. */
async function findRecordedHash(db: Db, requestId: string, contractId: string): Promise<string | undefined> {
  // Aggregated, so that the database reads the request's few rows instead of the newest rows of all requests.
  const { rows } = await sql<{ hash: string | null }>`
    select (array_agg(details ->> 'fileHash' order by id desc))[1] as hash from audit_event
    where request_id = ${requestId} and action in ('signing.signed', 'contract.validated')
      and details ->> 'contractId' = ${contractId}`.execute(db)
  return rows[0]?.hash ?? undefined
}

/** The stored file is the one that was signed: same hash in its row and in the audit trail. */
export async function isSignedFileUnchanged(
  db: Db,
  { request_id: requestId, contract_id: contractId }: Pick<Signing, 'request_id' | 'contract_id'>,
  file: { content: Buffer; sha256: string | null },
): Promise<boolean> {
  const hash = createHash('sha256').update(file.content).digest('hex')
  return hash === file.sha256 && contractId !== null && hash === (await findRecordedHash(db, requestId, contractId))
}

/** Finds the newest contract signed online for a request of this account. */
export async function findOwnSignedFile(db: Db, accountId: string, reference: string) {
  return db
    .selectFrom('contract_signing as s')
    .innerJoin('access_request as r', 'r.id', 's.request_id')
    .innerJoin('signed_contract as c', 'c.id', 's.contract_id')
    .select(['c.content', 'c.file_name'])
    .where('r.account_id', '=', accountId)
    .where('r.reference', '=', reference)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The plan's own email addresses for the request's entities: the organization, each group, or the provider. */
export async function findPlanAddresses(
  db: Db,
  request: { regType: 'NPI' | 'PG' | 'PO'; npi: string | null; orgId: string | null; requestId: string },
): Promise<(string | null)[]> {
  const { regType, npi, orgId, requestId } = request
  const addresses = {
    NPI: sql`select provider_email as email from network_provider where npi = ${npi}`,
    PO: sql`select email from organization where org_id = ${orgId}`,
    PG: sql`select g.email from access_grant x join provider_group g on g.group_id = coalesce(x.group_id, x.scope_id)
      where x.request_id = ${requestId}`,
  }[regType]
  const { rows } = await sql<{ email: string | null }>`${addresses}`.execute(db)
  return rows.map((row) => row.email)
}

const BATCH = 200
const ids = async (query: ReturnType<typeof sql<{ id: string }>>, db: Db): Promise<string[]> =>
  (await query.execute(db)).rows.map((row) => row.id)

export const findDueSigningReminders = ({ db, now }: Context) =>
  ids(
    sql<{ id: string }>`select id from contract_signing where state = 'OPEN' and way = 'ASKED' and reminded_at is null
      and remind_at <= ${now} and expires_at > ${now} order by remind_at limit ${BATCH}`,
    db,
  )

/** Open signings that have expired, or whose request no longer awaits a contract. */
export const findExpiredSignings = ({ db, now }: Context) =>
  ids(
    sql<{ id: string }>`select s.id from contract_signing s join access_request r on r.id = s.request_id
      where s.state = 'OPEN' and (s.expires_at <= ${now} or r.state <> 'PENDING_CONTRACT')
      order by s.id limit ${BATCH}`,
    db,
  )

export const findSelfValidating = ({ db }: Context) =>
  ids(
    sql<{ id: string }>`select s.id from contract_signing s where s.self_validates order by s.ended_at limit ${BATCH}`,
    db,
  )
