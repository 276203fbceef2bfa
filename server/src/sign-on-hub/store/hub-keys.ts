import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'

export type StoredHubKey = { id: string; purpose: 'sign' | 'records'; sealed: Buffer; createdAt: Date }

const HUB_KEY_LOCK = 3_604_001

/** Until the end of the transaction no other process adds a key. */
export async function lockHubKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HUB_KEY_LOCK})`.execute(trx)
}

/** Every stored key, newest first. */
export async function findHubKeys(db: Db): Promise<StoredHubKey[]> {
  return db
    .selectFrom('hub_key')
    .select(['id', 'purpose', 'sealed', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$narrowType<{ purpose: StoredHubKey['purpose'] }>()
    .execute()
}

export async function insertHubKey(db: Db, key: StoredHubKey & { sealedBy: string }): Promise<void> {
  await db
    .insertInto('hub_key')
    .values({
      id: key.id,
      purpose: key.purpose,
      sealed: key.sealed,
      sealed_by: key.sealedBy,
      created_at: key.createdAt,
    })
    .execute()
}

export async function deleteHubKeys(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db.deleteFrom('hub_key').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}
