import { sql } from 'kysely'
import type { Db, Trx } from '../context.ts'
import { canWrite, findStoredKey } from '../database/stored-key.ts'
import { transact } from '../database/transaction.ts'
import { type Keys, keyFingerprint } from '../keys/secret-key.ts'
import { findSealedRows, findUnsignedThrough, GENESIS, hashRow, hashSeal, sealKeyOf, signSeal } from './hashes.ts'

export const SEAL_LOCK = 7261002
const BATCH = 500

/** A seal as written to the log and the anchor file. */
export type WrittenSeal = { at: Date; seq: string; lastId: string; hash: Buffer; signature: Buffer }

export type Sealing = Keys & {
  /** Called with every stored seal. */
  onSealed?: (seal: WrittenSeal) => Promise<void>
}

/** Seals pending rows. One process at a time: the others find the lock taken and return. */
export async function sealAudit(db: Db, now: Date, sealing: Sealing): Promise<number> {
  let sealed = 0
  for (;;) {
    const batch = await transact({ db }, (inside) => sealBatch(inside.db, now, sealing))
    if (!batch) return sealed
    await sealing.onSealed?.(batch.seal)
    sealed += batch.rows
    if (batch.rows < BATCH) return sealed
  }
}

type Batch = { rows: number; seal: WrittenSeal }

async function sealBatch(trx: Trx, now: Date, keys: Keys): Promise<Batch | undefined> {
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as taken`.execute(trx)
  if (!lock.rows[0]?.taken) return undefined
  const waiting = await trx.selectFrom('audit_unsealed').select('event_id').orderBy('event_id').limit(BATCH).execute()
  // A process still running from before a key rotation would sign with a retired key.
  const kept = await findStoredKey(trx)
  if (kept && !canWrite(keys, kept.fingerprint)) return undefined
  const ids = waiting.map((row) => row.event_id)
  const first = ids[0]
  const last = ids.at(-1)
  if (first === undefined || last === undefined) return undefined
  const head = await trx
    .selectFrom('audit_seal')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previous = head?.hash ?? GENESIS
  const rowHashes = (await findSealedRows(trx, ids)).map(hashRow)
  const seal = { seq: String(BigInt(head?.seq ?? 0) + 1n), hash: hashSeal(previous, ids, rowHashes) }
  const signature = signSeal(sealKeyOf(keys.secretKey), seal, await findUnsignedThrough(trx))
  await trx
    .insertInto('audit_seal')
    .values({
      ...seal,
      signature,
      signed_by: keyFingerprint(keys.secretKey),
      first_id: first,
      last_id: last,
      event_ids: ids,
      previous_hash: previous,
      row_hashes: rowHashes,
      sealed_at: now,
    })
    .execute()
  await trx.deleteFrom('audit_unsealed').where('event_id', 'in', ids).execute()
  return { rows: ids.length, seal: { ...seal, at: now, lastId: last, signature } }
}
