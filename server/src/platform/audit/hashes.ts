import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../context.ts'

export type SealedRow = {
  id: string
  at: string
  actor_account_id: string | null
  actor_kind: string
  action: string
  npi: string | null
  subject_account_id: string | null
  request_id: string | null
  address: string | null
  details: unknown
}

export const GENESIS: Buffer = Buffer.alloc(32)

/** Times as whole microseconds: the hash must not depend on a session's time zone or a driver's rounding. */
export async function findSealedRows(db: Db, ids: string[]): Promise<SealedRow[]> {
  const rows = await sql<SealedRow>`
    select id, (extract(epoch from at) * 1000000)::bigint::text as at, actor_account_id, actor_kind, action, npi,
      subject_account_id, request_id, address, details
    from audit_event where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows.rows
}

export function hashRow(row: SealedRow): Buffer {
  const fields = [row.id, row.at, row.actor_account_id, row.actor_kind, row.action, row.npi]
  const rest = [row.subject_account_id, row.request_id, row.address, sortKeys(row.details)]
  return createHash('sha256')
    .update(JSON.stringify([...fields, ...rest]))
    .digest()
}

export function hashSeal(previous: Buffer, ids: string[], rowHashes: Buffer[]): Buffer {
  return createHash('sha256').update(previous).update(ids.join(',')).update(Buffer.concat(rowHashes)).digest()
}

/**
 * HMAC over the seal, its position and the number of unsigned seals before it. The key is derived from the secret key,
 * so that database access alone cannot forge it.
 */
export function signSeal(sealKey: Buffer, seal: { seq: string; hash: Buffer }, unsignedThrough: string): Buffer {
  return createHmac('sha256', sealKey)
    .update(`${seal.seq}|${unsignedThrough}|${seal.hash.toString('hex')}`)
    .digest()
}

export const sealKeyOf = (secretKey: string): Buffer => createHmac('sha256', secretKey).update('audit seal').digest()

/**
 * Counts the unsigned seals at the start of the chain. Older releases did not sign; a later unsigned seal is an error.
 */
export async function findUnsignedThrough(db: Db): Promise<string> {
  const row = await db.selectFrom('audit_signing').select('unsigned_through').executeTakeFirstOrThrow()
  return row.unsigned_through
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
