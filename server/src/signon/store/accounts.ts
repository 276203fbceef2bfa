import { sameIgnoringCase } from '@portico/core/forms/formats'
import { type NotNull, sql } from 'kysely'
import type { Db, InTransaction } from '#platform/context.ts'
import type { PersonRow } from '#platform/database/person-columns.ts'
import type { AccountKind, AccountState } from '#platform/database/schema.ts'
import { endLinks } from '#platform/identity/links.ts'
import { replaceAnswers, updateAccountDetails, updateAccountPassword } from '../../access/access.ts'
import { updateDevicesUntrusted } from './devices.ts'
import { insertFormerValue, type QuestionAnswer } from './former-values.ts'

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
  publicId: string
  kind: AccountKind
  brand: string
  email: string
  username: string
  firstName: string
  /** Plan staff must confirm the owner before a link to set a password is mailed (behaviour 11.26). */
  ownerCheckSince: Date | null
}

const recoveryAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'public_id as publicId', 'kind', 'brand', 'email', 'username', 'first_name as firstName'])
    .select('owner_check_since as ownerCheckSince')
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
  await updateAccountPassword(context, accountId, passwordHash)
  await endLinks(context, { purpose: 'PASSWORD_RESET', accountId })
  await updateDevicesUntrusted(context, accountId)
}

/** Keeps a replaced email address. Call it with the account locked. */
export async function updateContact(
  context: InTransaction,
  accountId: string,
  contact: PersonRow | Pick<PersonRow, 'email'>,
): Promise<void> {
  const { db } = context
  const { email } = await db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
  if (!sameIgnoringCase(email, contact.email)) await insertFormerValue(context, accountId, 'EMAIL', email)
  await updateAccountDetails(db, accountId, contact)
}

export type Account = Awaited<ReturnType<typeof findAccount>>

export async function findAccount(db: Db, accountId: string) {
  const query = db.selectFrom('account').selectAll().where('id', '=', accountId)
  return query.$narrowType<{ brand: string }>().executeTakeFirstOrThrow()
}

export async function findSecurityAnswers(db: Db, accountId: string): Promise<QuestionAnswer[]> {
  const query = db.selectFrom('security_answer').select(['question', 'answer_hash as answerHash'])
  return query.where('account_id', '=', accountId).orderBy('slot').execute()
}

/** Keeps the replaced ones. Call it with the account locked. */
export async function replaceSecurityAnswers(
  context: InTransaction,
  accountId: string,
  answers: QuestionAnswer[],
): Promise<void> {
  const { db } = context
  await insertFormerValue(context, accountId, 'QUESTIONS', await findSecurityAnswers(db, accountId))
  await replaceAnswers(db, accountId, answers)
}
