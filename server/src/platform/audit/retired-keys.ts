import { hkdfSync } from 'node:crypto'
import type { Db, Trx } from '../context.ts'
import { openValue, sealValue } from '../keys/sealed-value.ts'
import { acceptedKeys, type Keys } from '../keys/secret-key.ts'
import { sealKeyOf } from './hashes.ts'

/** Keys that are valid for a seal: current keys for any, a retired key for those up to its last. */
export type Signer = { sealKey: Buffer; through?: string }

/**
 * Keeps seals of retired keys verifiable. Each retired signing key is stored encrypted under the current key and bound
 * to the last seal it signed, so that a leaked retired key cannot sign later seals.
 */
export async function findSigners(db: Db, keys: Keys): Promise<Signer[]> {
  const rows = await db.selectFrom('retired_key').selectAll().execute()
  const former = rows.flatMap((row) =>
    acceptedKeys(keys).flatMap((key) => {
      const sealKey = unwrap(key, row)
      return sealKey ? [{ sealKey, through: row.last_seal }] : []
    }),
  )
  return [...acceptedKeys(keys).map((key) => ({ sealKey: sealKeyOf(key) })), ...former]
}

/** Retires the key with the last seal it signed. Earlier retired keys are re-encrypted under the next key. */
export async function insertRetiredKey(
  trx: Trx,
  { from, to, now, fingerprint }: { from: string; to: string; now: Date; fingerprint: string },
): Promise<void> {
  const last = await trx
    .selectFrom('audit_seal')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const row = { fingerprint, last_seal: String(last?.seq ?? 0) }
  for (const before of await trx.selectFrom('retired_key').selectAll().execute()) {
    const sealKey = unwrap(from, before)
    if (sealKey)
      await trx
        .updateTable('retired_key')
        .set({ seal_key: wrap(to, before, sealKey) })
        .where('fingerprint', '=', before.fingerprint)
        .execute()
  }
  const kept = { ...row, seal_key: wrap(to, row, sealKeyOf(from)), retired_at: now }
  await trx
    .insertInto('retired_key')
    .values(kept)
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(kept))
    .execute()
}

type Bound = { fingerprint: string; last_seal: string }

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'former seal key', 32))
const boundTo = ({ fingerprint, last_seal: through }: Bound) => `${fingerprint}|${through}`

const wrap = (secretKey: string, bound: Bound, sealKey: Buffer): Buffer =>
  sealValue(keyFrom(secretKey), boundTo(bound), sealKey)

const unwrap = (secretKey: string, row: Bound & { seal_key: Buffer }): Buffer | undefined =>
  openValue(keyFrom(secretKey), boundTo(row), row.seal_key)
