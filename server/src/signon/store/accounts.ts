import { type NotNull, sql } from 'kysely'
import type { Db, InTransaction } from '../../platform/context.ts'
import type { PersonRow } from '../../platform/database/person-columns.ts'
import type { AccountKind, AccountState } from '../../platform/database/schema.ts'
import { endLinks } from '../../platform/identity/links.ts'
import { updateDevicesUntrusted } from './devices.ts'

export type SignInAccount = {
  id: string
  kind: AccountKind
  state: AccountState
  passwordHash: string | null
  hasActiveGrant: boolean
}

/** Stored instead of a hash: no password matches until the owner sets a new one. */
export const NO_PASSWORD = '!'

/** `userNameKey` is the user name in lower case. */
export async function findSignInAccount(db: Db, userNameKey: string): Promise<SignInAccount | undefined> {
  const { rows } = await sql<SignInAccount>`
    select a.id, a.kind, a.state, nullif(a.password_hash, ${NO_PASSWORD}) as "passwordHash",
      exists (select from access_grant g where g.account_id = a.id and g.state = 'ACTIVE') as "hasActiveGrant"
    from account a where a.username_key = ${userNameKey}`.execute(db)
  return rows[0]
}

export type RecoveryAccount = {
  id: string
  kind: AccountKind
  brand: string
  email: string
  username: string
  firstName: string
}

const recoveryAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'kind', 'brand', 'email', 'username', 'first_name as firstName'])
    .where('state', '=', 'ACTIVE')
    // An active account always has a user name.
    .$narrowType<{ brand: string; username: NotNull }>()

export async function findRecoveryAccount(db: Db, userNameKey: string): Promise<RecoveryAccount | undefined> {
  return recoveryAccounts(db).where('username_key', '=', userNameKey).executeTakeFirst()
}

export async function findRecoveryAccountById(db: Db, id: string): Promise<RecoveryAccount | undefined> {
  return recoveryAccounts(db).where('id', '=', id).executeTakeFirst()
}

export async function findRecoveryAccountByPublicId(db: Db, publicId: string): Promise<RecoveryAccount | undefined> {
  return recoveryAccounts(db).where('public_id', '=', publicId).executeTakeFirst()
}

export async function findAccountsByEmail(db: Db, email: string): Promise<RecoveryAccount[]> {
  return recoveryAccounts(db).where(sql`lower(email)`, '=', email.toLowerCase()).orderBy('username_key').execute()
}

/** Serializes parallel requests for a link: the second waits and then finds the first one's link. */
export async function lockAccount({ db }: InTransaction, accountId: string): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Also ends open password-reset links and device trust, because both depend on the old password. */
export async function updatePassword(context: InTransaction, accountId: string, passwordHash: string): Promise<void> {
  const { db, now } = context
  const change = { password_hash: passwordHash, password_changed_at: now }
  await db.updateTable('account').set(change).where('id', '=', accountId).execute()
  await endLinks(context, { purpose: 'PASSWORD_RESET', accountId })
  await updateDevicesUntrusted(context, accountId)
}

export async function updateContact(db: Db, accountId: string, contact: PersonRow): Promise<void> {
  await db.updateTable('account').set(contact).where('id', '=', accountId).execute()
}

export type Account = Awaited<ReturnType<typeof findAccount>>

export async function findAccount(db: Db, accountId: string) {
  const query = db.selectFrom('account').selectAll().where('id', '=', accountId)
  return query.$narrowType<{ brand: string }>().executeTakeFirstOrThrow()
}

export async function findSecurityAnswers(db: Db, accountId: string) {
  const query = db.selectFrom('security_answer').select(['question', 'answer_hash as answerHash'])
  return query.where('account_id', '=', accountId).orderBy('slot').execute()
}

export async function replaceSecurityAnswers(
  db: Db,
  accountId: string,
  answers: { question: string; answerHash: string }[],
): Promise<void> {
  await db.deleteFrom('security_answer').where('account_id', '=', accountId).execute()
  const rows = answers.map(({ question, answerHash }, index) => ({
    account_id: accountId,
    slot: index + 1,
    question,
    answer_hash: answerHash,
  }))
  await db.insertInto('security_answer').values(rows).execute()
}
