import { sql } from 'kysely'
import type { Context, InTransaction } from '../../platform/context.ts'

/** Whether this browser was signed in with by this account. */
export async function hasDevice({ db, now }: Context, idHash: Buffer, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_device')
    .select('account_id')
    .where('id_hash', '=', idHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The browser gets a new id, which the others who use it keep too; whoever copied the former one holds nothing. */
export async function replaceDevice(
  { db, now, settings }: InTransaction,
  former: Buffer | undefined,
  { idHash, accountId }: { idHash: Buffer; accountId: string },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + settings.lifetimes.device * 1000)
  if (former)
    await sql`
      with left_behind as (delete from account_device where id_hash = ${former} returning account_id, expires_at)
      insert into account_device (id_hash, account_id, expires_at)
      select ${idHash}, account_id, expires_at from left_behind where account_id <> ${accountId}`.execute(db)
  const row = { id_hash: idHash, account_id: accountId, expires_at: expiresAt }
  await db.insertInto('account_device').values(row).execute()
}
