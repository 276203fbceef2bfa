import type { Context } from '#platform/context.ts'

/** Browsers where the account skips the second factor. */
export async function findTrustedDevices({ db, now }: Pick<Context, 'db' | 'now'>, accountId: string) {
  return db
    .selectFrom('account_device')
    .select(['id_hash as idHash', 'public_id as publicId', 'user_agent as userAgent', 'trusted_until as until'])
    .where('account_id', '=', accountId)
    .where('trusted_until', '>', now)
    .orderBy('trusted_until', 'desc')
    .execute()
}

/** Applies to later sign-ins, not to open sessions. Returns true if the device belonged to this account and was trusted. */
export async function updateDeviceUntrusted(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: string,
  publicId: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('account_device')
    .set({ trusted_until: now })
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('trusted_until', '>', now)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Call this after a password or factor change: every browser must prove a factor again. */
export async function updateDevicesUntrusted({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  const trusted = db.updateTable('account_device').set({ trusted_until: null }).where('account_id', '=', accountId)
  await trusted.where('trusted_until', 'is not', null).execute()
}
