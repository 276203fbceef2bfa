import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sealKeyOf } from '../audit/hashes.ts'
import type { Db, Trx } from '../context.ts'
import { acceptedKeys, type Keys } from './secret-key.ts'

/** Who may have signed a seal: today's keys any, a former key those up to its last. */
export type Signer = { sealKey: Buffer; through?: string }

/**
 * Seals of keys that are gone stay provable. What each signed with is kept, encrypted under today's key and bound to the
 * last seal it signed: whoever has a key that was given up can sign nothing that comes later.
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

/** The key goes out of use with the last seal it signed; those before it pass under the one that follows. */
export async function insertFormerKey(
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
