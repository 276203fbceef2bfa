import { createHmac } from 'node:crypto'
import type { Db } from './context.ts'

/** Tells one key from another and nothing about either. */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update('fingerprint').digest('base64url').slice(0, 22)
}

const ANOTHER_KEY =
  'This database was filled with another PORTICO_SECRET_KEY. With this one no stored number, link or seal would fit: give the key it was filled with.'

/** Why this key must not be used with this database; undefined when it may. The first one that comes is kept. */
export async function whyNotThisKey(db: Db, secretKey: string, now: Date): Promise<string | undefined> {
  const fingerprint = keyFingerprint(secretKey)
  const kept = await findKept(db)
  if (kept) return kept === fingerprint ? undefined : ANOTHER_KEY
  await db
    .insertInto('secret_key')
    .values({ fingerprint, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findKept(db)) === fingerprint ? undefined : ANOTHER_KEY
}

async function findKept(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secret_key').select('fingerprint').executeTakeFirst()
  return row?.fingerprint
}
