import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sealKeyOf } from '../audit/hashes.ts'
import type { Db, Trx } from '../context.ts'
import { acceptedKeys, type Keys } from './secret-key.ts'

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

const IV_BYTES = 12
const TAG_BYTES = 16
const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'former seal key', 32))
const boundTo = ({ fingerprint, last_seal: through }: Bound) => Buffer.from(`${fingerprint}|${through}`)

function wrap(secretKey: string, bound: Bound, sealKey: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv).setAAD(boundTo(bound))
  return Buffer.concat([iv, cipher.update(sealKey), cipher.final(), cipher.getAuthTag()])
}

function unwrap(secretKey: string, row: Bound & { seal_key: Buffer }): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), row.seal_key.subarray(0, IV_BYTES))
  decipher.setAAD(boundTo(row)).setAuthTag(row.seal_key.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(row.seal_key.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
