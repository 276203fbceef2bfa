import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Credentials, Db, NewAccount, Trx } from '../../platform/access-ports.ts'

/** Undefined when the user name is taken: of two that race for it the database lets one in. */
export async function insertAccount(
  trx: Trx,
  account: NewAccount,
): Promise<{ accountId: string; publicId: string } | undefined> {
  const { contact, credentials, now } = account
  if (credentials) await lockUserName(trx, credentials)
  const row = await trx
    .insertInto('account')
    .values({
      public_id: randomBytes(12).toString('base64url'),
      kind: account.kind,
      state: account.state,
      brand: account.brand,
      username: credentials?.userName ?? null,
      username_key: credentials?.userNameKey ?? null,
      password_hash: credentials?.passwordHash ?? null,
      first_name: contact.firstName.trim(),
      last_name: contact.lastName.trim(),
      email: contact.email.trim(),
      phone: contact.phone || null,
      phone_ext: contact.phoneExt || null,
      member_id: account.memberId ?? null,
      created_at: now,
      activated_at: account.state === 'ACTIVE' ? now : null,
      terms_accepted_at: credentials ? now : null,
      password_changed_at: credentials ? now : null,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning(['id', 'public_id'])
    .executeTakeFirst()
  if (!row) return undefined
  if (credentials) await insertAnswers(trx, row.id, credentials)
  return { accountId: row.id, publicId: row.public_id }
}

/** Two people choosing one name at once: the second waits here and then sees the first one's. */
async function lockUserName(trx: Trx, credentials: Credentials): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user:${credentials.userNameKey}`}, 0))`.execute(trx)
}

async function insertAnswers(trx: Trx, accountId: string, credentials: Credentials): Promise<void> {
  const rows = credentials.answers.map(({ question, answerHash }, index) => ({
    account_id: accountId,
    slot: index + 1,
    question,
    answer_hash: answerHash,
  }))
  await trx.insertInto('security_answer').values(rows).execute()
}

/** An invited account gets its credentials. 'taken' when the user name is somebody else's, 'gone' when not invited. */
export async function updateInvitedAccount(
  trx: Trx,
  accountId: string,
  credentials: Credentials,
  now: Date,
): Promise<'activated' | 'taken' | 'gone'> {
  await lockUserName(trx, credentials)
  const holder = await trx
    .selectFrom('account')
    .select('id')
    .where('username_key', '=', credentials.userNameKey)
    .executeTakeFirst()
  if (holder) return 'taken'
  const updated = await trx
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
  await insertAnswers(trx, accountId, credentials)
  return 'activated'
}

export async function findAccount(db: Db, accountId: string) {
  return db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
}

export async function findAccountByPublicId(db: Db, publicId: string) {
  return db.selectFrom('account').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

/** An open provider account of the same name and email address, whatever the case. */
export async function hasAccountOf(
  db: Db,
  person: { firstName: string; lastName: string; email: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where(sql<string>`lower(email)`, '=', person.email.trim().toLowerCase())
    .where(sql<string>`lower(first_name)`, '=', person.firstName.trim().toLowerCase())
    .where(sql<string>`lower(last_name)`, '=', person.lastName.trim().toLowerCase())
    .where('kind', '=', 'provider')
    .where('state', '<>', 'CLOSED')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** An account the calendar suspended opens again with the first access an administrator gives back. */
export async function reopenAccountAfterInactivity(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ state: 'ACTIVE', suspended_reason: null, suspended_as: null, inactivity_warned_at: null })
    .where('id', '=', accountId)
    .where('state', '=', 'SUSPENDED')
    .where('suspended_as', '=', 'SYSTEM')
    .execute()
}

export async function updateAccountClosed(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable('account').set({ state: 'CLOSED' }).where('id', '=', accountId).execute()
}
