import { sql } from 'kysely'
import type { Db, Trx } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { Keys } from '../keys/secret-key.ts'
import type { Anchor, AnchorLines } from './anchor.ts'
import { findSealedRows, findUnsignedThrough, GENESIS, hashRow, hashSeal, type SealedRow, signSeal } from './hashes.ts'
import { findSigners, type Signer } from './retired-keys.ts'

export type AuditProof = {
  ok: boolean
  /** Rows covered by a seal. */
  rows: number
  /** Rows newer than the newest seal. */
  waiting: number
  /** Hash of the newest seal. A copy kept elsewhere also proves that the end was not cut off. */
  head: string
  /** Anchored seals that were compared with the trail, and lines that this portal did not write. */
  anchored: { seals: number; unreadable: number }
  firstBroken?: { id: string; why: 'changed' | 'missing' | 'unsealed' | 'chain' | 'unsigned' | 'forged' | 'cut' }
}

type Proving = Keys & {
  /** Seals that were anchored outside the database. */
  anchors?: AnchorLines | undefined
  /** Progress: first the chain is recomputed, then every row is looked up in it. */
  onProgress?: OnProgress | undefined
}
type OnProgress = (step: 'proved' | 'found in the chain', rows: number) => void

/**
 * Recomputes the chain from its start and reports the first row that does not match. Reads every row once, in batches
 * of a few thousand, so memory use does not grow with the trail.
 */
export async function verifyAudit(db: Db, { anchors, onProgress, ...keys }: Proving): Promise<AuditProof> {
  return transact(
    { db },
    async ({ db: trx }): Promise<AuditProof> => {
      const signing = { signers: await findSigners(trx, keys), unsignedThrough: await findUnsignedThrough(trx) }
      const chain = await verifyChain(trx, signing, onProgress)
      const { cut, ...anchored } = await findCut(trx, signing, anchors)
      const found = [chain.broken, await findLooseRow(trx, onProgress), cut]
      const waiting = await trx
        .selectFrom('audit_unsealed')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirst()
      const broken = found.filter((one) => one !== undefined).sort(byId)[0]
      const proof = { rows: chain.rows, waiting: waiting?.count ?? 0, head: chain.head.toString('hex'), anchored }
      return broken ? { ok: false, ...proof, firstBroken: broken } : { ok: true, ...proof }
    },
    'repeatable read',
  )
}

type Broken = NonNullable<AuditProof['firstBroken']>

function byId(a: Broken, b: Broken): number {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}

/** A seal covers at most 500 rows. */
const SEALS_AT_ONCE = 8

type Signing = { signers: Signer[]; unsignedThrough: string }

/** True if a key that is valid for the seal at this position signed it. */
function isSigned(seal: { seq: string; hash: Buffer }, signature: Buffer, signing: Signing): boolean {
  return signing.signers.some(
    ({ sealKey, through }) =>
      (through === undefined || BigInt(seal.seq) <= BigInt(through)) &&
      signSeal(sealKey, seal, signing.unsignedThrough).equals(signature),
  )
}

type Chain = { rows: number; head: Buffer; broken?: Broken }

async function verifyChain(trx: Trx, signing: Signing, onProgress?: OnProgress): Promise<Chain> {
  let last = { seq: 0n, hash: GENESIS }
  let rows = 0
  for (;;) {
    const seals = await findSeals(trx, last.seq)
    if (seals.length === 0) return { rows, head: last.hash }
    const found = await findSealedRows(
      trx,
      seals.flatMap((seal) => seal.event_ids),
    )
    const byRow = new Map(found.map((row) => [row.id, row]))
    for (const seal of seals) {
      const broken = findBrokenRow(byRow, seal) ?? findBrokenLink(seal, last) ?? findBadSignature(seal, signing)
      if (broken) return { rows, head: last.hash, broken }
      last = { seq: BigInt(seal.seq), hash: seal.hash }
      rows += seal.event_ids.length
    }
    onProgress?.('proved', rows)
  }
}

const findSeals = (trx: Trx, after: bigint) =>
  trx
    .selectFrom('audit_seal')
    .selectAll()
    .where('seq', '>', String(after))
    .orderBy('seq')
    .limit(SEALS_AT_ONCE)
    .execute()

type Seal = Awaited<ReturnType<typeof findSeals>>[number]

function findBrokenRow(found: Map<string, SealedRow>, seal: Seal): Broken | undefined {
  for (const [index, id] of seal.event_ids.entries()) {
    const row = found.get(id)
    if (!row) return { id, why: 'missing' }
    const hash = seal.row_hashes[index]
    if (!hash || !hashRow(row).equals(hash)) return { id, why: 'changed' }
  }
  return undefined
}

function findBrokenLink(seal: Seal, before: { seq: bigint; hash: Buffer }): Broken | undefined {
  const hash = hashSeal(before.hash, seal.event_ids, seal.row_hashes)
  const follows = BigInt(seal.seq) === before.seq + 1n && before.hash.equals(seal.previous_hash)
  return follows && hash.equals(seal.hash) ? undefined : { id: seal.first_id, why: 'chain' }
}

function findBadSignature(seal: Seal, signing: Signing): Broken | undefined {
  if (!seal.signature)
    return BigInt(seal.seq) <= BigInt(signing.unsignedThrough) ? undefined : { id: seal.first_id, why: 'unsigned' }
  return isSigned(seal, seal.signature, signing) ? undefined : { id: seal.first_id, why: 'forged' }
}

const ROWS_AT_ONCE = 5_000

/**
 * Finds a row that is neither pending nor covered by a seal: it was inserted past the trigger, or its seal was deleted.
 */
async function findLooseRow(trx: Trx, onProgress?: OnProgress): Promise<Broken | undefined> {
  let seen = 0
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ upto: string | null; count: number }>`
      select max(id) as upto, count(*)::int as count from (
        select id from audit_event where id > ${after} order by id limit ${ROWS_AT_ONCE}) batch`.execute(trx)
    const upto = rows[0]?.upto
    if (!upto) return undefined
    // `not in` uses a hashed subplan, whatever the planner estimates for the number of seals.
    const loose = await sql<{ id: string }>`
      select e.id from audit_event e
      where e.id > ${after} and e.id <= ${upto} and e.id not in (
        select unnest(event_ids) from audit_seal
        where int8range(first_id, last_id, '[]') && int8range(${after}, ${upto}, '(]')
        union all
        select event_id from audit_unsealed where event_id > ${after} and event_id <= ${upto})
      order by e.id limit 1`.execute(trx)
    const id = loose.rows[0]?.id
    if (id) return { id, why: 'unsealed' }
    after = upto
    seen += rows[0]?.count ?? 0
    onProgress?.('found in the chain', seen)
  }
}

/** Finds an anchored seal that is missing or different: the end was cut off or rewritten. */
async function findCut(
  trx: Trx,
  signing: Signing,
  lines: AnchorLines | undefined,
): Promise<AuditProof['anchored'] & { cut?: Broken }> {
  const read = { seals: 0, unreadable: 0 }
  const isGenuine = (anchor: Anchor) => isSigned(anchor, anchor.signature, signing)
  for await (const batch of lines ?? []) {
    const anchors = batch.filter((anchor) => anchor !== undefined).filter(isGenuine)
    read.seals += anchors.length
    read.unreadable += batch.length - anchors.length
    const gone = await findGone(trx, anchors)
    if (gone) return { ...read, cut: { id: gone.lastId, why: 'cut' } }
  }
  return read
}

async function findGone(trx: Trx, anchors: Anchor[]): Promise<Anchor | undefined> {
  const seqs = anchors.map((anchor) => anchor.seq)
  const { rows } = await sql<{ seq: string; hash: Buffer }>`
    select seq, hash from audit_seal where seq = any(${seqs}::bigint[])`.execute(trx)
  const hashes = new Map(rows.map((seal) => [seal.seq, seal.hash]))
  return anchors.find((anchor) => !hashes.get(anchor.seq)?.equals(anchor.hash))
}
