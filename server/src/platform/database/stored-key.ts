import { type Keys, keyFingerprint, olderKey } from '../keys/secret-key.ts'
import type { Db } from './schema.ts'

const ANOTHER_KEY =
  'This database was created with another PORTICO_SECRET_KEY. Its hashes, links and seals do not match this key. Set the original key.'
const BEING_CHANGED =
  'A key rotation is in progress on this database. Set PORTICO_SECRET_KEY to the new key and PORTICO_SECRET_KEY_FORMER to this one.'

/** Why these keys must not be used with this database, or undefined. The first key used is recorded. */
export async function checkSecretKey(db: Db, keys: Keys, now: Date): Promise<string | undefined> {
  const stored = (await findStoredKey(db)) ?? (await keepKey(db, keyFingerprint(olderKey(keys)), now))
  const own = keyFingerprint(keys.secretKey)
  if (stored.rotatingTo && stored.rotatingTo !== own) return stored.fingerprint === own ? BEING_CHANGED : ANOTHER_KEY
  return canWrite(keys, stored.fingerprint) ? undefined : ANOTHER_KEY
}

/** True if every process on this database can read what these keys encrypt. */
export const canWrite = ({ secretKey, otherKey }: Keys, stored: string): boolean =>
  stored === keyFingerprint(secretKey) || (otherKey?.is === 'former' && stored === keyFingerprint(otherKey.key))

export type StoredKey = { fingerprint: string; rotatingTo: string | null; beganAt: Date | null }

async function keepKey(db: Db, fingerprint: string, now: Date): Promise<StoredKey> {
  await db
    .insertInto('secret_key')
    .values({ fingerprint, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findStoredKey(db)) ?? { fingerprint, rotatingTo: null, beganAt: null }
}

export async function findStoredKey(db: Db): Promise<StoredKey | undefined> {
  return db
    .selectFrom('secret_key')
    .select(['fingerprint', 'rotating_to as rotatingTo', 'rotation_began_at as beganAt'])
    .executeTakeFirst()
}
