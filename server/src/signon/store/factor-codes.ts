import { sql } from 'kysely'
import type { Context, Db, InTransaction } from '../../platform/context.ts'

/** The keys of authenticator apps, recovery codes, codes by email: what is stored is encrypted or hashed. */

type Moment = Pick<Context, 'db' | 'now'>

export type AppKeyRow = {
  id: string
  sealed: Buffer
  lastStep: string
  confirmedAt: Date | null
  lastUsedAt: Date | null
}

const appKeys = (db: Db, accountId: string) =>
  db
    .selectFrom('authenticator_key')
    .select(['id', 'sealed', 'last_step as lastStep', 'confirmed_at as confirmedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)

export const findAppKey = (db: Db, accountId: string): Promise<AppKeyRow | undefined> =>
  appKeys(db, accountId).where('confirmed_at', 'is not', null).executeTakeFirst()

/** The one that is being set up. */
export const findOfferedAppKey = (db: Db, accountId: string): Promise<AppKeyRow | undefined> =>
  appKeys(db, accountId).where('confirmed_at', 'is', null).executeTakeFirst()

/** One at a time is being set up: a new key takes the place of the one before. */
export async function replaceOfferedAppKey(
  { db, now }: InTransaction,
  accountId: string,
  { sealed, sealedBy }: { sealed: Buffer; sealedBy: string },
): Promise<void> {
  await db
    .deleteFrom('authenticator_key')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute()
  const row = { account_id: accountId, sealed, sealed_by: sealedBy, created_at: now }
  await db.insertInto('authenticator_key').values(row).execute()
}

/** The key counts from now on, in the place of a former one. False when it was confirmed in between. */
export async function updateAppKeyConfirmed(
  { db, now }: InTransaction,
  accountId: string,
  id: string,
): Promise<boolean> {
  await db
    .deleteFrom('authenticator_key')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .execute()
  const updated = await db
    .updateTable('authenticator_key')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Takes a time step, each of which is good once. Of any number of parallel codes exactly one is told true. */
export async function updateAppStep({ db, now }: Moment, id: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('authenticator_key')
    .set({ last_step: String(step), last_used_at: now })
    .where('id', '=', id)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** True when there was one. */
export async function deleteAppKey(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('authenticator_key').where('account_id', '=', accountId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  { db, now }: InTransaction,
  accountId: string,
  { hashes, hashedBy }: { hashes: Buffer[]; hashedBy: string },
): Promise<void> {
  await deleteRecoveryCodes(db, accountId)
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, hashed_by: hashedBy, made_at: now })))
    .execute()
}

export async function deleteRecoveryCodes(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Spends a recovery code, whichever of these it is: of two at once, one. */
export async function updateRecoveryCodeUsed(
  { db, now }: Moment,
  accountId: string,
  hashes: Buffer[],
): Promise<boolean> {
  const updated = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

type EmailCode = { sessionHash: Buffer; codeHash: Buffer; expiresAt: Date }

/** One open code at a time: a new one ends the one before it. */
export async function replaceEmailCode({ db }: InTransaction, accountId: string, code: EmailCode): Promise<void> {
  const row = { session_hash: code.sessionHash, code_hash: code.codeHash, expires_at: code.expiresAt, tries: 0 }
  await db
    .insertInto('email_code')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Counts one try at the code of this session and gives its hash; undefined when there is none, or no try is left. */
export async function updateEmailCodeTried(
  { db, now }: Moment,
  { accountId, sessionHash }: { accountId: string; sessionHash: Buffer },
  max: number,
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('email_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('account_id', '=', accountId)
    .where('session_hash', '=', sessionHash)
    .where('expires_at', '>', now)
    .where('tries', '<', max)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

/** Spends the code: of two at once, one. */
export async function deleteEmailCode(db: Db, accountId: string, codeHash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('email_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
