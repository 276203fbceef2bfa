import { createHash } from 'node:crypto'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import { sql } from 'kysely'
import type { Context, Db, Trx } from './context.ts'

/**
 * The audit trail: append-only rows written in the business transaction, sealed into a hash chain in batches by a job,
 * so that no transaction waits for another. The role the server works as can add rows and never change one.
 */
export type AuditEntry = {
  /** Who is on record where it is not who acts: what follows from an act by itself is the system's. */
  actor?: Context['actor'] | undefined
  /** What happened, as area.verb; an act has its words in core. */
  action: AuditAct
  npi?: string | null | undefined
  subjectAccountId?: string | null | undefined
  requestId?: string | null | undefined
  /** Facts beside the columns; never a secret, a password, an answer or an identifier's value. */
  details?: Record<string, unknown> | undefined
}

export async function recordAudit(
  { db, now, actor: acting, address }: Pick<Context, 'db' | 'now' | 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  const actor = entry.actor ?? acting
  await db
    .insertInto('audit_event')
    .values({
      at: now,
      actor_kind: actor.kind,
      actor_account_id: actor.accountId,
      action: entry.action,
      npi: entry.npi ?? null,
      subject_account_id: entry.subjectAccountId ?? null,
      request_id: entry.requestId ?? null,
      address,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

const SEAL_LOCK = 7261002
const BATCH = 500

/** Seals what waits. One process at a time; the others find the lock taken and leave it to that one. */
export async function sealAudit(db: Db, now: Date): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await db.transaction().execute((trx) => sealBatch(trx, now))
    sealed += count
    if (count < BATCH) return sealed
  }
}

async function sealBatch(trx: Trx, now: Date): Promise<number> {
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as taken`.execute(trx)
  if (!lock.rows[0]?.taken) return 0
  const waiting = await trx.selectFrom('audit_unsealed').select('event_id').orderBy('event_id').limit(BATCH).execute()
  const ids = waiting.map((row) => row.event_id)
  const first = ids[0]
  const last = ids.at(-1)
  if (first === undefined || last === undefined) return 0
  const head = await trx
    .selectFrom('audit_seal')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previous = head?.hash ?? GENESIS
  const rows = await findRows(trx, ids)
  const rowHashes = rows.map(hashRow)
  await trx
    .insertInto('audit_seal')
    .values({
      seq: String(BigInt(head?.seq ?? 0) + 1n),
      first_id: first,
      last_id: last,
      event_ids: ids,
      previous_hash: previous,
      hash: hashSeal(previous, ids, rowHashes),
      row_hashes: rowHashes,
      sealed_at: now,
    })
    .execute()
  await trx.deleteFrom('audit_unsealed').where('event_id', 'in', ids).execute()
  return ids.length
}

export type AuditProof = {
  ok: boolean
  /** Rows that a seal covers. */
  rows: number
  /** Rows younger than the newest seal. */
  waiting: number
  /** The newest seal's hash: written down elsewhere, it also proves that nothing was cut off the end. */
  head: string
  firstBroken?: { id: string; why: 'changed' | 'missing' | 'unsealed' | 'chain' }
}

/** Recomputes the chain from its beginning and names the first row that does not fit. */
export async function verifyAudit(db: Db): Promise<AuditProof> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const chain = await verifyChain(trx)
      const loose = await findLooseRow(trx)
      const waiting = await trx
        .selectFrom('audit_unsealed')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirst()
      const broken = [chain.broken, loose].filter((found) => found !== undefined).sort(byId)[0]
      const proof = { rows: chain.rows, waiting: waiting?.count ?? 0, head: chain.head.toString('hex') }
      return broken ? { ok: false, ...proof, firstBroken: broken } : { ok: true, ...proof }
    })
}

type Broken = NonNullable<AuditProof['firstBroken']>

function byId(a: Broken, b: Broken): number {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}

async function verifyChain(trx: Trx): Promise<{ rows: number; head: Buffer; broken?: Broken }> {
  let previous = GENESIS
  let rows = 0
  for (let seq = 1n; ; seq += 1n) {
    const seal = await trx.selectFrom('audit_seal').selectAll().where('seq', '=', String(seq)).executeTakeFirst()
    if (!seal) {
      const later = await trx
        .selectFrom('audit_seal')
        .select('first_id')
        .where('seq', '>', String(seq))
        .orderBy('seq')
        .executeTakeFirst()
      return later ? { rows, head: previous, broken: { id: later.first_id, why: 'chain' } } : { rows, head: previous }
    }
    const broken = await findBrokenRow(trx, seal.event_ids, seal.row_hashes)
    if (broken) return { rows, head: previous, broken }
    const hash = hashSeal(previous, seal.event_ids, seal.row_hashes)
    if (!previous.equals(seal.previous_hash) || !hash.equals(seal.hash))
      return { rows, head: previous, broken: { id: seal.first_id, why: 'chain' } }
    previous = seal.hash
    rows += seal.event_ids.length
  }
}

async function findBrokenRow(trx: Trx, ids: string[], hashes: Buffer[]): Promise<Broken | undefined> {
  const found = new Map((await findRows(trx, ids)).map((row) => [row.id, row]))
  for (const [index, id] of ids.entries()) {
    const row = found.get(id)
    if (!row) return { id, why: 'missing' }
    const hash = hashes[index]
    if (!hash || !hashRow(row).equals(hash)) return { id, why: 'changed' }
  }
  return undefined
}

/** A row that neither waits for a seal nor is covered by one was slipped in, or its seal was taken away. */
async function findLooseRow(trx: Trx): Promise<Broken | undefined> {
  const loose = await sql<{ id: string }>`
    select e.id from audit_event e
    where not exists (select from audit_unsealed u where u.event_id = e.id)
      and e.id not in (select unnest(event_ids) from audit_seal)
    order by e.id limit 1`.execute(trx)
  const id = loose.rows[0]?.id
  return id ? { id, why: 'unsealed' } : undefined
}

type SealedRow = {
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

const GENESIS: Buffer = Buffer.alloc(32)

/** Times as whole microseconds: the hash must not depend on a session's time zone or a driver's rounding. */
async function findRows(trx: Trx, ids: string[]): Promise<SealedRow[]> {
  const rows = await sql<SealedRow>`
    select id, (extract(epoch from at) * 1000000)::bigint::text as at, actor_account_id, actor_kind, action, npi,
      subject_account_id, request_id, address, details
    from audit_event where id = any(${ids}::bigint[]) order by id`.execute(trx)
  return rows.rows
}

function hashRow(row: SealedRow): Buffer {
  const fields = [row.id, row.at, row.actor_account_id, row.actor_kind, row.action, row.npi]
  const rest = [row.subject_account_id, row.request_id, row.address, sortKeys(row.details)]
  return createHash('sha256')
    .update(JSON.stringify([...fields, ...rest]))
    .digest()
}

function hashSeal(previous: Buffer, ids: string[], rowHashes: Buffer[]): Buffer {
  return createHash('sha256').update(previous).update(ids.join(',')).update(Buffer.concat(rowHashes)).digest()
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
