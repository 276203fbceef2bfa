import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { Kysely, Transaction } from 'kysely'
import { standardBrand } from '#platform/brands/brands.ts'
import type { Database } from '#platform/database/schema.ts'
import { hashPassword, normalizeSecurityAnswer } from '#platform/identity/password.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import {
  DEMO_ANSWERS,
  DEMO_PASSWORD,
  type DemoAccount,
  type DemoRequest,
  demoAccounts,
  demoRequests,
} from './demo-access.ts'
import { insertDemoReport } from './seed-changes.ts'
import { insertDemoContract } from './seed-console.ts'
import { seedSuccessor, seedTakeover } from './seed-successor.ts'

type Trx = Transaction<Database>

export type DemoCredentials = { passwordHash: string; answers: { question: string; answerHash: string }[] }

/** Hashing is slow, so it is done once for all demo accounts and before any transaction opens. */
export async function hashDemoCredentials(): Promise<DemoCredentials> {
  const [passwordHash, answers] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    Promise.all(
      DEMO_ANSWERS.map(async ({ question, answer }) => ({
        question,
        answerHash: await hashPassword(normalizeSecurityAnswer(answer)),
      })),
    ),
  ])
  return { passwordHash, answers }
}

/** Inserts the demo accounts, requests, grants and links; existing ones are left alone. */
export async function seedDemoAccess(
  trx: Trx,
  credentials: DemoCredentials,
  now: Date,
  wanted: (request: DemoRequest) => boolean = () => true,
): Promise<void> {
  const requests = demoRequests.filter(wanted)
  const withoutRequest = demoAccounts.filter((account) => account.kind !== 'provider')
  const usernames = new Set([...requests, ...withoutRequest].map((item) => item.username))
  for (const account of demoAccounts.filter(({ username }) => usernames.has(username)))
    await insertDemoAccount(trx, account, credentials, now)
  for (const request of requests) await insertDemoRequest(trx, request, now)
  if (usernames.has('demosaa')) await seedSuccessor(trx, now)
  if (usernames.has('demonext')) await seedTakeover(trx, now)
}

async function insertDemoAccount(
  trx: Trx,
  account: DemoAccount,
  credentials: DemoCredentials,
  now: Date,
): Promise<void> {
  const existing = await findDemoAccount(trx, account.username)
  if (existing) return
  const name = account.memberId ? await findMemberName(trx, account.memberId) : account
  const since = addDays(now, -100)
  const { id } = await trx
    .insertInto('account')
    .values({
      public_id: account.username,
      kind: account.kind,
      state: account.invited ? 'INVITED' : 'ACTIVE',
      brand: standardBrand.id,
      username: account.invited ? null : account.username,
      username_key: account.invited ? null : account.username,
      password_hash: account.invited ? null : credentials.passwordHash,
      first_name: name.firstName,
      last_name: name.lastName,
      email: `${account.username}@office.example`,
      phone: '6175550142',
      member_id: account.memberId ?? null,
      staff_role: account.staffRole ?? null,
      created_at: account.invited ? addDays(now, -1) : since,
      activated_at: account.invited ? null : since,
      terms_accepted_at: account.invited ? null : since,
      password_changed_at: account.invited ? null : since,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (account.invited) return
  const answers = credentials.answers.map(({ question, answerHash }, index) => ({
    account_id: id,
    slot: index + 1,
    question,
    answer_hash: answerHash,
  }))
  await trx.insertInto('security_answer').values(answers).execute()
}

async function insertDemoRequest(trx: Trx, request: DemoRequest, now: Date): Promise<void> {
  const account = await findDemoAccount(trx, request.username)
  if (!account) throw new Error(`There is no demo account ${request.username}.`)
  const created = addDays(now, -request.daysAgo)
  const isDecided = !request.state.startsWith('PENDING')
  const decidedAt = request.state === 'EXPIRED' ? addDays(created, 30) : isDecided ? addDays(created, 1) : null
  const { id } = await trx
    .insertInto('access_request')
    .values({
      reference: request.reference,
      account_id: account.id,
      role: request.role,
      reg_type: request.regType,
      npi: request.npi,
      path: request.path,
      validated_by: request.validatedBy ?? null,
      brand: standardBrand.id,
      state: request.state,
      contact_first_name: request.signatory?.firstName ?? null,
      contact_last_name: request.signatory?.lastName ?? null,
      signatory_email: request.signatory?.email ?? null,
      created_at: created,
      remind_at: request.path === 'BEHALF' ? addDays(created, 7) : null,
      expires_at: request.path === 'BEHALF' ? addDays(created, 30) : null,
      decided_at: decidedAt,
      decided_as: decidedAt ? (decidedAs[request.path] ?? null) : null,
      ...(request.state === 'EXPIRED' ? { decided_as: 'SYSTEM' as const, reminded_at: addDays(created, 7) } : {}),
      ...(request.state === 'REJECTED' ? { reason: 'I have not asked anybody to register for me.' } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('access_grant')
    .values({
      account_id: account.id,
      request_id: id,
      scope_kind: request.scope.kind,
      scope_id: request.scope.id,
      role: request.role,
      permissions: [...request.permissions],
      state: request.state,
      created_at: created,
      activated_at: request.state === 'ACTIVE' ? decidedAt : null,
      ended_at: isDecided && request.state !== 'ACTIVE' ? decidedAt : null,
      confirm_due_at:
        request.state === 'ACTIVE' && request.role !== 'SAA' ? addDays(now, request.confirmInDays ?? 120) : null,
    })
    .execute()
  if (request.reported) await insertDemoReport(trx, { ...request.reported, accountId: account.id, now })
  if (request.contractCame) await insertDemoContract(trx, id, addDays(created, 1))
  if (request.link) await insertDemoLink(trx, request, { requestId: id, accountId: account.id, created, decidedAt })
}

const decidedAs: Partial<Record<DemoRequest['path'], 'PROVIDER' | 'STAFF' | 'ADMINISTRATOR'>> = {
  BEHALF: 'PROVIDER',
  CONTRACT: 'STAFF',
  APPROVAL: 'ADMINISTRATOR',
}

type LinkFacts = { requestId: string; accountId: string; created: Date; decidedAt: Date | null }

async function insertDemoLink(trx: Trx, { link, state }: DemoRequest, facts: LinkFacts): Promise<void> {
  if (!link) return
  await trx
    .insertInto('link')
    .values({
      token_hash: hashToken(link.token),
      purpose: link.purpose,
      request_id: link.purpose === 'REQUEST' ? facts.requestId : null,
      account_id: link.purpose === 'ACTIVATION' ? facts.accountId : null,
      created_at: facts.created,
      expires_at: addDays(facts.created, link.purpose === 'REQUEST' ? 30 : 7),
      used_at: state === 'REJECTED' ? facts.decidedAt : null,
    })
    .execute()
}

function findDemoAccount(db: Kysely<Database>, username: string) {
  return db.selectFrom('account').select('id').where('public_id', '=', username).executeTakeFirst()
}

async function findMemberName(trx: Trx, memberId: string): Promise<{ firstName: string; lastName: string }> {
  const member = await trx
    .selectFrom('member')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw new Error(`The demo member ${memberId} is not loaded.`)
  return member
}

function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}
