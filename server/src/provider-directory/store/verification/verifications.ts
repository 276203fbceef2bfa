import type { Receipt, ReceiptRow, Receipts, Verified } from '@portico/core/provider-directory/verify-shapes'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import type { ScopeKind } from '#platform/database/schema.ts'
import type { ChangeSource } from '../changes.ts'
import type { Scope } from '../scope.ts'

/** Serializes posts with the same key, so that the second one finds the result of the first. */
export async function lockRequest(trx: Trx, accountId: string, requestKey: string): Promise<void> {
  const key = `verification:${accountId}:${requestKey}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

export type StoredRequest = { request_hash: Buffer | null; result: unknown }

export const findRequest = (db: Db, accountId: string, requestKey: string): Promise<StoredRequest | undefined> =>
  db
    .selectFrom('verification')
    .select(['request_hash', 'result'])
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()

export type NewVerification = {
  accountId: string
  scope: Scope
  source: Exclude<ChangeSource, 'REPORT'>
  requestKey: string
  requestHash: Buffer
  now: Date
}

export async function insertVerification(trx: Trx, given: NewVerification): Promise<string> {
  const { id } = await trx
    .insertInto('verification')
    .values({
      account_id: given.accountId,
      scope_kind: given.scope.kind,
      scope_id: given.scope.id,
      source: given.source,
      verified_at: given.now,
      request_key: given.requestKey,
      request_hash: given.requestHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateResult(trx: Trx, id: string, result: Verified): Promise<void> {
  await trx
    .updateTable('verification')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

/** Marks rows as verified, and keeps what each said. */
export async function insertVerifiedRows(
  trx: Trx,
  rows: { practiceId: string; shown: ReceiptRow }[],
  { verificationId, accountId, now }: { verificationId: string; accountId: string; now: Date },
): Promise<void> {
  const given = JSON.stringify(rows.map(({ practiceId, shown }) => ({ id: practiceId, npi: shown.npi, shown })))
  await sql`
    with given as (select * from jsonb_to_recordset(${given}::jsonb) as g (id bigint, npi text, shown jsonb)),
    marked as (
      update practice r set verified_at = ${now}::timestamptz, verified_by = ${accountId}::bigint
      from given g where r.id = g.id)
    insert into verified_practice (verification_id, practice_id, npi, shown)
    select ${verificationId}::bigint, g.id, g.npi, g.shown from given g`.execute(trx)
}

type Names = { npi: string; name: string }

/** Names of providers as the national file has them. */
export async function findProviderNames(db: Db, npis: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Names>`
    select p.npi, p.name from provider p where p.npi = any(${npis}::text[])`.execute(db)
  return new Map(rows.map(({ npi, name }) => [npi, name]))
}

/** Who verified these rows last. */
export async function findVerifiers(db: Db, practiceIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, concat_ws(' ', a.first_name, a.last_name) as name
    from practice r join account a on a.id = r.verified_by where r.id = any(${practiceIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Fields of locations with a waiting change. */
export async function findWaitingFields(db: Db, locationIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ location_id: string; fields: string[] }>`
    select w.location_id, array_agg(w.field) as fields from practice_change w
    where w.state = 'WAITING' and w.location_id = any(${locationIds}::text[]) group by w.location_id`.execute(db)
  return new Map(rows.map(({ location_id, fields }) => [location_id, fields]))
}

const RECEIPTS_PAGE_SIZE = 25

const COUNTS = sql`
  (select count(*)::int from verified_practice p where p.verification_id = v.id) as rows,
  (select count(*)::int from practice_change w where w.verification_id = v.id) as changes`
const BY = sql`concat_ws(' ', a.first_name, a.last_name) as "verifiedBy"`

type Head = {
  id: string
  verified_at: Date
  verifiedBy: string
  source: 'PAGE' | 'FILE'
  rows: number
  changes: number
}
const describeHead = ({ verified_at, ...head }: Head) => ({ ...head, verifiedAt: verified_at.toISOString() })

export async function findReceipts(db: Db, { kind, id }: Scope, page: number): Promise<Receipts> {
  const { rows } = await sql<Head>`
    select v.id, v.verified_at, ${BY}, v.source, ${COUNTS} from verification v join account a on a.id = v.account_id
    where v.scope_kind = ${kind} and v.scope_id = ${id}
    order by v.id desc limit ${RECEIPTS_PAGE_SIZE} offset ${page * RECEIPTS_PAGE_SIZE}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from verification v
    where v.scope_kind = ${kind} and v.scope_id = ${id}`.execute(db)
  return { rows: rows.map(describeHead), total: counted.rows[0]?.total ?? 0, pageSize: RECEIPTS_PAGE_SIZE }
}

export type StoredReceipt = Omit<Receipt, 'name'>

/** One receipt with its lines by provider; undefined if there is none. */
export async function findReceipt(db: Db, id: string): Promise<StoredReceipt | undefined> {
  const { rows } = await sql<Head & { scopeKind: ScopeKind; scopeId: string }>`
    select v.id, v.verified_at, ${BY}, v.source, ${COUNTS}, v.scope_kind as "scopeKind", v.scope_id as "scopeId"
    from verification v join account a on a.id = v.account_id where v.id = ${id}`.execute(db)
  const [head] = rows
  if (!head) return undefined
  const lines = await sql<{ shown: ReceiptRow }>`
    select p.shown from verified_practice p where p.verification_id = ${id}
    order by p.shown->>'providerName', p.npi, p.practice_id`.execute(db)
  return {
    ...describeHead(head),
    scopeKind: head.scopeKind,
    scopeId: head.scopeId,
    lines: lines.rows.map((row) => row.shown),
  }
}
