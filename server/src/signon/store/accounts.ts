import type { BrandId } from '@portico/core/brand'
import { type Kysely, sql } from 'kysely'
import type { AccountKind, AccountState, Database } from '../../platform/schema.ts'

type Db = Kysely<Database>

export type SignInAccount = {
  id: string
  kind: AccountKind
  state: AccountState
  passwordHash: string | null
  hasActiveGrant: boolean
}

/** By user name, which is compared without regard to case. */
export async function findSignInAccount(db: Db, userNameKey: string): Promise<SignInAccount | undefined> {
  const { rows } = await sql<SignInAccount>`
    select a.id, a.kind, a.state, a.password_hash as "passwordHash",
      exists (select from access_grant g where g.account_id = a.id and g.state = 'ACTIVE') as "hasActiveGrant"
    from account a where a.username_key = ${userNameKey}`.execute(db)
  return rows[0]
}

export type RecoveryAccount = {
  id: string
  kind: AccountKind
  brand: BrandId
  email: string
  username: string
  firstName: string
}

const recoveryColumns = ['id', 'kind', 'brand', 'email', 'username', 'first_name as firstName'] as const

export async function findRecoveryAccount(db: Db, userNameKey: string): Promise<RecoveryAccount | undefined> {
  const query = db.selectFrom('account').select(recoveryColumns).where('username_key', '=', userNameKey)
  return query.where('state', '=', 'ACTIVE').executeTakeFirst() as Promise<RecoveryAccount | undefined>
}

export async function findRecoveryAccountById(db: Db, id: string): Promise<RecoveryAccount | undefined> {
  const query = db.selectFrom('account').select(recoveryColumns).where('id', '=', id)
  return query.where('state', '=', 'ACTIVE').executeTakeFirst() as Promise<RecoveryAccount | undefined>
}

export async function findAccountsByEmail(db: Db, email: string): Promise<RecoveryAccount[]> {
  const query = db.selectFrom('account').select(recoveryColumns).where(sql`lower(email)`, '=', email.toLowerCase())
  return query.where('state', '=', 'ACTIVE').orderBy('username_key').execute() as Promise<RecoveryAccount[]>
}

export async function updateSignedIn(db: Db, accountId: string, now: Date): Promise<void> {
  const change = { last_sign_in_at: now, inactivity_warned_at: null }
  await db.updateTable('account').set(change).where('id', '=', accountId).execute()
}

export async function updatePassword(db: Db, accountId: string, passwordHash: string, now: Date): Promise<void> {
  const change = { password_hash: passwordHash, password_changed_at: now }
  await db.updateTable('account').set(change).where('id', '=', accountId).execute()
}

export type ContactChange = {
  first_name: string
  last_name: string
  email: string
  phone: string
  phone_ext: string | null
}

export async function updateContact(db: Db, accountId: string, contact: ContactChange): Promise<void> {
  await db.updateTable('account').set(contact).where('id', '=', accountId).execute()
}

export async function findAccount(db: Db, accountId: string) {
  return db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
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
