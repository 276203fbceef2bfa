import { sql } from 'kysely'
import type { Context, Db, InTransaction } from '#platform/context.ts'

/** Authenticator keys are stored encrypted; recovery codes and email codes are stored hashed. */

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
    .where('removed_at', 'is', null)

export const findAppKey = (db: Db, accountId: string): Promise<AppKeyRow | undefined> =>
  appKeys(db, accountId).where('confirmed_at', 'is not', null).executeTakeFirst()

/** The unconfirmed key of a setup in progress. */
export const findOfferedAppKey = (db: Db, accountId: string): Promise<AppKeyRow | undefined> =>
  appKeys(db, accountId).where('confirmed_at', 'is', null).executeTakeFirst()

/** An account has at most one unconfirmed key; a new one replaces it. */
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

/** Activates the key and replaces the previous one. Returns false if the key was confirmed in the meantime. */
export async function updateAppKeyConfirmed(
  { db, now }: InTransaction,
  accountId: string,
  id: string,
): Promise<boolean> {
  await updateAppKeyRemoved({ db, now }, accountId)
  const updated = await db
    .updateTable('authenticator_key')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Uses up a time step. Returns true for exactly one of any number of parallel codes. */
export async function updateAppStep({ db, now }: Moment, id: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('authenticator_key')
    .set({ last_step: String(step), last_used_at: now })
    .where('id', '=', id)
    .where('last_step', '<', String(step))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Returns true if the account had a confirmed key. */
export async function updateAppKeyRemoved({ db, now }: Moment, accountId: string): Promise<boolean> {
  const removed = await db
    .updateTable('authenticator_key')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(
  { db, now }: InTransaction,
  accountId: string,
  { hashes, hashedBy }: { hashes: Buffer[]; hashedBy: string },
): Promise<void> {
  await updateRecoveryCodesRemoved({ db, now }, accountId)
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, hashed_by: hashedBy, made_at: now })))
    .execute()
}

export async function updateRecoveryCodesRemoved({ db, now }: Moment, accountId: string): Promise<void> {
  const codes = db.updateTable('recovery_code').set({ removed_at: now }).where('account_id', '=', accountId)
  await codes.where('removed_at', 'is', null).execute()
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Uses up the recovery code that matches one of the hashes. Only one of two parallel calls succeeds. */
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
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

type EmailCode = { sessionHash: Buffer; codeHash: Buffer; expiresAt: Date }

/** An account has at most one open code; a new one replaces it. */
export async function replaceEmailCode({ db }: InTransaction, accountId: string, code: EmailCode): Promise<void> {
  const row = { session_hash: code.sessionHash, code_hash: code.codeHash, expires_at: code.expiresAt, tries: 0 }
  await db
    .insertInto('email_code')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Counts one attempt and returns the code's hash; undefined if the session has no code or no attempts left. */
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

/** Uses up the code. Only one of two parallel calls returns true. */
export async function deleteEmailCode(db: Db, accountId: string, codeHash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('email_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
