import type { Db } from '../../platform/context.ts'

export type StoredHubKey = { id: string; purpose: 'sign' | 'records'; sealed: Buffer; createdAt: Date }

/** Keys in use, newest first. A retired key stays published until its tokens have expired. */
export async function findHubKeys(db: Db, retiredAfter: Date): Promise<StoredHubKey[]> {
  return db
    .selectFrom('hub_key')
    .select(['id', 'purpose', 'sealed', 'created_at as createdAt'])
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', retiredAfter)]))
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
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function retireSigningKeys(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('hub_key')
    .set({ retired_at: now })
    .where('purpose', '=', 'sign')
    .where('retired_at', 'is', null)
    .execute()
}
