import type { Context, Db } from '#platform/context.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'

/** Active sessions of an account, most recently used first. */
export async function findSessions({ db, now, settings }: Context, accountId: string) {
  const seenAfter = new Date(now.getTime() - settings.lifetimes.sessionIdle * 1000)
  return db
    .selectFrom('account_session')
    .select(['public_id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('last_seen_at', 'desc')
    .execute()
}

export async function findSessionStart(db: Db, publicId: string): Promise<Date | undefined> {
  const query = db.selectFrom('account_session').select('created_at').where('public_id', '=', publicId)
  return (await query.executeTakeFirst())?.created_at
}

/** Returns true if the session belonged to this account and had not ended. */
export async function endSessionByPublicId(
  context: Pick<Context, 'db' | 'now'>,
  accountId: string,
  publicId: string,
): Promise<boolean> {
  const ended = await context.db
    .updateTable('account_session')
    .set({ ended_at: context.now })
    .where('public_id', '=', publicId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id_hash')
    .executeTakeFirst()
  if (ended) await revokeTokens(context, { sessionHash: ended.id_hash })
  return ended !== undefined
}
