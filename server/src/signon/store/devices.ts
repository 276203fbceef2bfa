import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Db, InTransaction } from '../../platform/context.ts'

export type Device = { trustedUntil: Date | null }

/** A browser that this account signed in with. */
export async function findDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  idHash: Buffer,
  accountId: string,
): Promise<Device | undefined> {
  return db
    .selectFrom('account_device')
    .select('trusted_until as trustedUntil')
    .where('id_hash', '=', idHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type NewDevice = { idHash: Buffer; accountId: string; userAgent: string | undefined; trustedUntil: Date | null }

/** The browser gets a new id, which the others who use it keep too; whoever copied the former one holds nothing. */
export async function replaceDevice(
  { db, now, settings }: InTransaction,
  former: Buffer | undefined,
  { idHash, accountId, userAgent, trustedUntil }: NewDevice,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + settings.lifetimes.device * 1000)
  if (former)
    await sql`
      with left_behind as (delete from account_device where id_hash = ${former} returning *)
      insert into account_device (id_hash, account_id, expires_at, public_id, user_agent, trusted_until)
      select ${idHash}, account_id, expires_at, gen_random_uuid()::text, user_agent, trusted_until
      from left_behind where account_id <> ${accountId}`.execute(db)
  await db
    .insertInto('account_device')
    .values({
      id_hash: idHash,
      account_id: accountId,
      expires_at: trustedUntil && trustedUntil > expiresAt ? trustedUntil : expiresAt,
      public_id: randomBytes(12).toString('base64url'),
      user_agent: userAgent?.slice(0, 300) ?? null,
      trusted_until: trustedUntil,
    })
    .execute()
}

/** Browsers of an account that are not asked for a second factor. */
export async function findTrustedDevices({ db, now }: Pick<Context, 'db' | 'now'>, accountId: string) {
  return db
    .selectFrom('account_device')
    .select(['id_hash as idHash', 'public_id as publicId', 'user_agent as userAgent', 'trusted_until as until'])
    .where('account_id', '=', accountId)
    .where('trusted_until', '>', now)
    .orderBy('trusted_until', 'desc')
    .execute()
}

/** True when it was one of this account's own. */
export async function updateDeviceUntrusted(db: Db, accountId: string, publicId: string): Promise<boolean> {
  const updated = await db
    .updateTable('account_device')
    .set({ trusted_until: null })
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('trusted_until', 'is not', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The password or a factor changed: every browser is asked again. */
export async function updateDevicesUntrusted({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  const trusted = db.updateTable('account_device').set({ trusted_until: null }).where('account_id', '=', accountId)
  await trusted.where('trusted_until', 'is not', null).execute()
}
