import { randomUUID } from 'node:crypto'
import type { Context, Db, InTransaction, SignedIn } from '#platform/context.ts'

export type Feed = { accountId: string; brand: string; uid: string }

/** A feed that is withdrawn, or that ended with its role, account or password, has no row. */
export async function findFeed(db: Db, tokenHash: Buffer): Promise<Feed | undefined> {
  return db
    .selectFrom('calendar_feed as f')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select(['f.account_id as accountId', 'a.brand', 'f.uid'])
    .where('f.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function findOwnFeed(
  db: Db,
  accountId: string,
): Promise<{ madeAt: Date; readAt: Date | null } | undefined> {
  const feed = db.selectFrom('calendar_feed').select(['made_at as madeAt', 'read_at as readAt'])
  return feed.where('account_id', '=', accountId).executeTakeFirst()
}

/** Serializes with suspensions and new passwords, whose trigger then deletes the feed. False if the account is closed. */
export async function lockActiveAccount({ db }: InTransaction, accountId: string): Promise<boolean> {
  const account = db.selectFrom('account').select('id').where('id', '=', accountId).where('state', '=', 'ACTIVE')
  return (await account.forNoKeyUpdate().executeTakeFirst()) !== undefined
}

/** Serializes with the loss of the role, whose trigger then deletes the feed. False for a person who is no SAA. */
export async function lockSaaGrant({ db }: InTransaction, accountId: string): Promise<boolean> {
  const grant = await db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .where('role', '=', 'SAA')
    .orderBy('id')
    .limit(1)
    .forShare()
    .executeTakeFirst()
  return grant !== undefined
}

/** Serializes with the end of the session. A call that began before a password reset makes no feed after it. */
export async function lockOpenSession({ db, session }: InTransaction<SignedIn>): Promise<boolean> {
  const open = db.selectFrom('account_session').select('public_id').where('id_hash', '=', session.idHash)
  return (await open.where('ended_at', 'is', null).forShare().executeTakeFirst()) !== undefined
}

/** A person has one feed. The new address replaces the former one. */
export async function saveFeed({ db, now }: InTransaction, accountId: string, tokenHash: Buffer): Promise<void> {
  const made = { token_hash: tokenHash, uid: randomUUID(), made_at: now }
  await db
    .insertInto('calendar_feed')
    .values({ account_id: accountId, ...made })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...made, read_at: null }))
    .execute()
}

/** False if there was none. */
export async function deleteFeed({ db }: InTransaction, accountId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('calendar_feed').where('account_id', '=', accountId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

const HOUR_MS = 3_600_000

/** Written once an hour, however often calendars ask. */
export async function updateFeedRead({ db, now }: Pick<Context, 'db' | 'now'>, accountId: string): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  await db
    .updateTable('calendar_feed')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<=', hourAgo)]))
    .execute()
}
