import type { Context, Db } from '../../platform/context.ts'

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
