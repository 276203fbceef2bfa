import type { StaffRole } from '@portico/core/access/staff-roles'
import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '../../../platform/context.ts'
import { runWritten, writeOnce } from '../../../platform/database/prepared.ts'
import type { AccountKind, AccountState } from '../../../platform/database/schema.ts'
import { drawId } from '../../../platform/keys/random-ids.ts'

/** Everything slow about a password is done before a transaction opens; only hashes travel on. */
export type Credentials = {
  userName: string
  userNameKey: string
  passwordHash: string
  answers: { question: string; answerHash: string }[]
}

export type ContactDetails = {
  firstName: string
  lastName: string
  email: string
  phone?: string | undefined
  phoneExt?: string | undefined
}

export type NewAccount = {
  kind: AccountKind
  brand: string
  contact: ContactDetails
  /** None for an invited person: the activation link brings them. */
  credentials?: Credentials | undefined
  state: AccountState
  memberId?: string | undefined
  /** Of plan staff: what they may do, and whose invitation it is. */
  staff?: { role: StaffRole; invitedBy: string | null }
}

/** Undefined when the user name is taken: of two that race for it the database lets one in. */
export async function insertAccount(
  { db, now }: InTransaction,
  account: NewAccount,
): Promise<{ accountId: string; publicId: string } | undefined> {
  const { contact, credentials, staff } = account
  const locked = credentials && lockUserName(db, credentials)
  const answers = credentials?.answers ?? []
  const inserted = insertRows(db, {
    publicId: drawId(12, 'base64url'),
    kind: account.kind,
    state: account.state,
    brand: account.brand,
    userName: credentials?.userName ?? null,
    userNameKey: credentials?.userNameKey ?? null,
    passwordHash: credentials?.passwordHash ?? null,
    firstName: contact.firstName.trim(),
    lastName: contact.lastName.trim(),
    email: contact.email.trim(),
    phone: contact.phone || null,
    phoneExt: contact.phoneExt || null,
    memberId: account.memberId ?? null,
    staffRole: staff?.role ?? null,
    invitedBy: staff?.invitedBy ?? null,
    now,
    activatedAt: account.state === 'ACTIVE' ? now : null,
    credentialsAt: credentials ? now : null,
    questions: answers.map(({ question }) => question),
    answerHashes: answers.map(({ answerHash }) => answerHash),
  })
  const [[row]] = await Promise.all([inserted, locked])
  return row && { accountId: row.id, publicId: row.public_id }
}

type AccountRows = {
  publicId: string
  kind: AccountKind
  state: AccountState
  brand: string
  userName: string | null
  userNameKey: string | null
  passwordHash: string | null
  firstName: string
  lastName: string
  email: string
  phone: string | null
  phoneExt: string | null
  memberId: string | null
  staffRole: StaffRole | null
  invitedBy: string | null
  now: Date
  activatedAt: Date | null
  credentialsAt: Date | null
  questions: string[]
  answerHashes: string[]
}

const insertRows = writeOnce('insert-account', (db, account: AccountRows) =>
  db
    .with('made', (query) =>
      query
        .insertInto('account')
        .values({
          public_id: account.publicId,
          kind: account.kind,
          state: account.state,
          brand: account.brand,
          username: account.userName,
          username_key: account.userNameKey,
          password_hash: account.passwordHash,
          first_name: account.firstName,
          last_name: account.lastName,
          email: account.email,
          phone: account.phone,
          phone_ext: account.phoneExt,
          member_id: account.memberId,
          staff_role: account.staffRole,
          invited_by: account.invitedBy,
          created_at: account.now,
          activated_at: account.activatedAt,
          terms_accepted_at: account.credentialsAt,
          password_changed_at: account.credentialsAt,
        })
        .onConflict((conflict) => conflict.column('username_key').doNothing())
        .returning(['id', 'public_id']),
    )
    .with('answered', (query) =>
      query
        .insertInto('security_answer')
        .columns(['account_id', 'slot', 'question', 'answer_hash'])
        .expression(answersOfMade(account)),
    )
    .selectFrom('made')
    .select(['id', 'public_id']),
)

/** In the order they were given; none where the user name is taken. */
const answersOfMade = ({ questions, answerHashes }: AccountRows) => sql`
  select made.id, a.slot, a.question, a.answer_hash
  from made, unnest(${questions}::text[], ${answerHashes}::text[]) with ordinality a (question, answer_hash, slot)`

/** Two people choosing one name at once: the second waits here and then sees the first one's. */
async function lockUserName(trx: Trx, credentials: Credentials): Promise<void> {
  const values = [`user:${credentials.userNameKey}`]
  await runWritten(trx, { name: 'lock-user-name', text: lockSql, values })
}

const lockSql = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

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
  await insertAnswers(db, accountId, credentials)
  return 'activated'
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

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
  const values = [person.email, person.firstName, person.lastName].map((text) => text.trim().toLowerCase())
  return (await runWritten(db, { name: 'account-of', text: accountOfSql, values })).length > 0
}

const accountOfSql = `
select id from account
where lower(email) = $1 and lower(first_name) = $2 and lower(last_name) = $3
  and kind = 'provider' and state <> 'CLOSED'
limit 1`

const OPEN = { state: 'ACTIVE', suspended_reason: null, suspended_as: null, inactivity_warned_at: null } as const

/** An account the calendar suspended opens again with the first access an administrator gives back. */
export async function reopenAccountAfterInactivity(db: Trx, accountId: string): Promise<void> {
  await suspendedAccount(db, accountId).set(OPEN).where('suspended_as', '=', 'SYSTEM').execute()
}

/** False when it was not suspended. */
export async function updateAccountReopened(db: Trx, accountId: string): Promise<boolean> {
  const updated = await suspendedAccount(db, accountId).set(OPEN).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

const suspendedAccount = (db: Trx, accountId: string) =>
  db.updateTable('account').where('id', '=', accountId).where('state', '=', 'SUSPENDED')

/** The account and all its running access; false when it was not active. */
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

/** False when somebody else warned since the account was last used. */
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
