import type { StaffRole } from '@portico/core/access/staff-roles'
import type { PersonDetails } from '@portico/core/forms/person-fields'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { toPersonColumns } from '#platform/database/person-columns.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { AccountKind, AccountState } from '#platform/database/schema.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { type HashedAnswer, insertAnswers } from './account-details.ts'

/** Contains hashes only. Hashing is slow and happens before a transaction opens. */
export type Credentials = { userName: string; userNameKey: string; passwordHash: string; answers: HashedAnswer[] }

export type NewAccount = {
  kind: AccountKind
  brand: string
  contact: PersonDetails
  /** Absent for an invited user, who sets them through the activation link. */
  credentials?: Credentials | undefined
  state: AccountState
  memberId?: string | undefined
  /** Only for staff accounts. */
  staff?: { role: StaffRole; invitedBy: string | null }
}

/** Undefined if the user name is taken: the database accepts one of two competing accounts. */
export async function insertAccount(
  { db, now }: InTransaction,
  account: NewAccount,
): Promise<{ accountId: string; publicId: string } | undefined> {
  const { contact, credentials, staff } = account
  if (credentials) await lockUserName(db, credentials)
  const row = await db
    .insertInto('account')
    .values({
      public_id: randomId(12, 'base64url'),
      kind: account.kind,
      state: account.state,
      brand: account.brand,
      username: credentials?.userName ?? null,
      username_key: credentials?.userNameKey ?? null,
      password_hash: credentials?.passwordHash ?? null,
      ...toPersonColumns(contact),
      member_id: account.memberId ?? null,
      staff_role: staff?.role ?? null,
      invited_by: staff?.invitedBy ?? null,
      created_at: now,
      activated_at: account.state === 'ACTIVE' ? now : null,
      terms_accepted_at: credentials ? now : null,
      password_changed_at: credentials ? now : null,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning(['id', 'public_id'])
    .executeTakeFirst()
  if (!row) return undefined
  if (credentials) await insertAnswers(db, row.id, credentials.answers)
  return { accountId: row.id, publicId: row.public_id }
}

/** Serializes concurrent choices of one user name: the second waits and then sees the first. */
async function lockUserName(trx: Trx, credentials: Credentials): Promise<void> {
  const values = [`user:${credentials.userNameKey}`]
  await runPrepared(trx, lockSql, values)
}

const lockSql = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

/**
 * Stores the credentials of an invited account. 'taken' if another account has the user name, 'gone' if the account is
 * not invited.
 */
export async function updateInvitedAccount(
  { db, now }: InTransaction,
  accountId: string,
  credentials: Credentials,
): Promise<'activated' | 'taken' | 'gone'> {
  await lockUserName(db, credentials)
  const holder = await db
    .selectFrom('account')
    .select('id')
    .where('username_key', '=', credentials.userNameKey)
    .executeTakeFirst()
  if (holder) return 'taken'
  const updated = await db
    .updateTable('account')
    .set({
      state: 'ACTIVE',
      username: credentials.userName,
      username_key: credentials.userNameKey,
      password_hash: credentials.passwordHash,
      activated_at: now,
      terms_accepted_at: now,
      password_changed_at: now,
    })
    .where('id', '=', accountId)
    .where('state', '=', 'INVITED')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return 'gone'
  await insertAnswers(db, accountId, credentials.answers)
  return 'activated'
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export async function findAccount(db: Db, accountId: string) {
  return db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
}

export async function findAccountByPublicId(db: Db, publicId: string) {
  return db.selectFrom('account').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

/** True if an open provider account has the same name and email address, ignoring case. */
export async function hasAccountOf(
  db: Db,
  person: { firstName: string; lastName: string; email: string },
): Promise<boolean> {
  const values = [person.email, person.firstName, person.lastName].map((text) => text.trim().toLowerCase())
  return (await runPrepared(db, accountOfSql, values)).length > 0
}

const accountOfSql = `
select id from account
where lower(email) = $1 and lower(first_name) = $2 and lower(last_name) = $3
  and kind = 'provider' and state <> 'CLOSED'
limit 1`

const OPEN = {
  state: 'ACTIVE',
  suspended_reason: null,
  suspended_as: null,
  missing_since: null,
  inactivity_warned_at: null,
} as const

/** Reopens an account suspended for inactivity when an administrator reactivates its first grant. */
export async function reopenAccountAfterInactivity(db: Trx, accountId: string): Promise<void> {
  await suspendedAccount(db, accountId).set(OPEN).where('suspended_as', '=', 'SYSTEM').execute()
}

/** False if the account was not suspended. */
export async function updateAccountReopened(db: Trx, accountId: string): Promise<boolean> {
  const updated = await suspendedAccount(db, accountId).set(OPEN).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

const suspendedAccount = (db: Trx, accountId: string) =>
  db.updateTable('account').where('id', '=', accountId).where('state', '=', 'SUSPENDED')

/** Suspends the account and its active grants. False if the account was not active. */
export async function updateAccountSuspended(
  db: Trx,
  accountId: string,
  suspended: SuspendedAccount,
): Promise<boolean> {
  const set = { state: 'SUSPENDED', suspended_reason: suspended.reason, suspended_as: suspended.as } as const
  const updated = await db
    .updateTable('account')
    .set(set)
    .where('id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await db
    .updateTable('access_grant')
    .set(set)
    .where('account_id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .execute()
  return true
}

type SuspendedAccount = { reason: string; as: 'STAFF' | 'SYSTEM' }

/** False if another process has warned since the account was last used. */
export async function updateInactivityWarned({ db, now }: InTransaction, accountId: string, lastActive: Date) {
  const warned = await db
    .updateTable('account')
    .set({ inactivity_warned_at: now })
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb('inactivity_warned_at', 'is', null), eb('inactivity_warned_at', '<=', lastActive)]))
    .executeTakeFirst()
  return warned.numUpdatedRows === 1n
}

export async function updateAccountClosed(db: Trx, accountId: string): Promise<void> {
  await db.updateTable('account').set({ state: 'CLOSED' }).where('id', '=', accountId).execute()
}
