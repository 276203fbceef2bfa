import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { Kysely } from 'kysely'
import type { AccountKind, AccountState, Database, GrantState, Role, ScopeKind } from '#platform/database/schema.ts'
import { hashingCost, hashPassword, normalizeSecurityAnswer } from '#platform/identity/password.ts'

export const testPassword = 'Harbor2026'
export const testQuestions = ['First question?', 'Second question?', 'Third question?']
export const testAnswers = ['First answer', 'Second answer', 'Third answer']

/** Hashing is slow, so all test accounts share the same hashes. */
const hashes = new Map<string, Promise<string>>()
function hashOnce(text: string): Promise<string> {
  const key = `${hashingCost.memory} ${text}`
  const known = hashes.get(key) ?? hashPassword(text)
  hashes.set(key, known)
  return known
}

type TestGrant = { role?: Role; state?: GrantState; scopeKind?: ScopeKind; scopeId?: string; permissions?: string[] }

type TestAccount = {
  username: string
  password?: string
  kind?: AccountKind
  state?: AccountState
  email?: string
  firstName?: string
  lastName?: string
  grants?: TestGrant[]
  /** For plan staff; defaults to administrator. */
  staffRole?: StaffRole
}

/** Inserts an account as registration creates it: credentials, three security answers and the requested grants. */
export async function insertTestAccount(
  db: Kysely<Database>,
  account: TestAccount,
): Promise<{ id: string; publicId: string }> {
  const now = new Date('2026-01-05T12:00:00Z')
  const publicId = randomBytes(8).toString('hex')
  const { id } = await db
    .insertInto('account')
    .values({
      public_id: publicId,
      kind: account.kind ?? 'provider',
      state: account.state ?? 'ACTIVE',
      brand: 'harborview',
      username: account.username,
      username_key: account.username.toLowerCase(),
      password_hash: await hashOnce(account.password ?? testPassword),
      first_name: account.firstName ?? 'Robin',
      last_name: account.lastName ?? 'Sample',
      email: account.email ?? `${account.username.toLowerCase()}@example.org`,
      phone: '5125550177',
      phone_ext: null,
      member_id: null,
      staff_role: account.kind === 'internal' ? (account.staffRole ?? 'ADMINISTRATOR') : null,
      created_at: now,
      activated_at: now,
      terms_accepted_at: now,
      password_changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = testQuestions.map(async (question, index) => {
    const answer_hash = await hashOnce(normalizeSecurityAnswer(testAnswers[index] ?? ''))
    return { account_id: id, slot: index + 1, question, answer_hash }
  })
  await db
    .insertInto('security_answer')
    .values(await Promise.all(answers))
    .execute()
  for (const grant of account.grants ?? []) await insertTestGrant(db, id, grant, now)
  return { id, publicId }
}

async function insertTestGrant(db: Kysely<Database>, accountId: string, grant: TestGrant, now: Date): Promise<void> {
  const state = grant.state ?? 'ACTIVE'
  const role = grant.role ?? 'SAA'
  const scopeId = grant.scopeId ?? '1100000011'
  const request = await db
    .insertInto('access_request')
    .values({
      reference: randomBytes(6).toString('hex').toUpperCase(),
      account_id: accountId,
      role,
      reg_type: 'NPI',
      npi: scopeId,
      path: 'SELF',
      brand: 'harborview',
      state: state === 'SUSPENDED' ? 'ACTIVE' : state,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('access_grant')
    .values({
      account_id: accountId,
      request_id: request.id,
      scope_kind: grant.scopeKind ?? 'NPI',
      scope_id: scopeId,
      role,
      permissions: grant.permissions ?? ['HOME', 'CLAIM'],
      state,
      created_at: now,
      activated_at: state === 'ACTIVE' ? now : null,
    })
    .execute()
}
