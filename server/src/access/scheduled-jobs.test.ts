import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import type { GrantState, Role } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink } from '#platform/identity/links.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { findMailProblems } from '../../test/check-mails.ts'
import { cleanUp } from '../../test/jobs.ts'
import { insertSmallPlan, makeRequest, north } from '../../test/small-plan.ts'
import { approveRequest } from './domain/decisions/close-request.ts'
import { accessJobs } from './scheduled-jobs.ts'
import { findUnconfirmed } from './store/due.ts'

let site: TestApp
let counter = 0
const start = new Date('2026-03-02T15:00:00Z')
const DAY = 86_400

beforeAll(async () => {
  site = await buildTestApp({
    database: 'migrated',
    settings: { limits: { strangerMailsPerDayPerAddress: 100, strangerMailsPerDayPerTarget: 100 } },
  })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())

beforeEach(async () => {
  site.clock.set(start)
  for (const table of [
    'mail_message',
    'registration',
    'link',
    'account_session',
    'signed_contract',
    'access_grant',
    'access_request',
    'security_answer',
    'practice_change',
    'account',
  ] as const)
    await site.db.deleteFrom(table).execute()
})

afterEach(async () => expect(await findMailProblems(site.db, site.deps.settings)).toEqual([]))

/** Runs the scheduled jobs twice in parallel, like two processes. */
async function sweepTwice() {
  const run = () => sweep(site.deps, site.clock.now(), [...accessJobs.jobs, ...cleanUp])
  const [first, second] = await Promise.all([run(), run()])
  return (name: string) => (first[name] ?? 0) + (second[name] ?? 0)
}

async function person(grants: { role: Role; state?: GrantState }[] = []) {
  counter += 1
  const atGroup = grants.map((grant) => ({ ...grant, scopeKind: 'PG' as const, scopeId: 'N1' }))
  const account = await insertTestAccount(site.db, { username: `due${counter}`, grants: atGroup })
  const touched = { activated_at: start, last_sign_in_at: start }
  await site.db.updateTable('account').set(touched).where('id', '=', account.id).execute()
  return account
}

const mails = async (kind: string) =>
  site.db.selectFrom('mail_message').selectAll().where('kind', '=', kind).orderBy('id').execute()
const stateOf = async (requestId: string) =>
  (await site.db.selectFrom('access_request').select('state').where('id', '=', requestId).executeTakeFirst())?.state

async function requestOnBehalf() {
  const requester = await person()
  return makeRequest(site.db, site.deps.settings, {
    accountId: requester.id,
    path: 'BEHALF',
    npi: north.solo,
    scopes: [{ kind: 'NPI', id: north.solo }],
    signatoryEmail: 'sam.solo@example.org',
    now: start,
  })
}

const tokenOf = (body: string | undefined) => /reqId=([\w-]+)/.exec(body ?? '')?.[1] ?? ''

test('the provider gets one reminder after seven days, and both links work until day thirty', async () => {
  const { requestId } = await requestOnBehalf()
  site.clock.advance(7 * DAY - 1)
  await sweepTwice()
  expect(await mails('request.reminder')).toHaveLength(0)
  site.clock.advance(1)
  const done = await sweepTwice()
  expect(done('remind-requests')).toBe(1)
  await sweepTwice()
  const [reminder] = await mails('request.reminder')
  expect(await mails('request.reminder')).toHaveLength(1)
  const [firstMail] = await mails('request.asked')
  for (const mail of [firstMail, reminder])
    expect((await findLink(systemContext(site.deps, site.clock.now()), 'REQUEST', tokenOf(mail?.body))).state).toBe(
      'open',
    )
  expect(await stateOf(requestId)).toBe('PENDING_PROVIDER')
})

test('an undecided request expires once on day thirty, and the requester gets a mail', async () => {
  const { requestId } = await requestOnBehalf()
  site.clock.advance(30 * DAY)
  const done = await sweepTwice()
  expect(done('expire-requests')).toBe(1)
  expect(await stateOf(requestId)).toBe('EXPIRED')
  expect(await mails('request.expired')).toHaveLength(1)
  expect(await mails('request.reminder')).toHaveLength(0)
  await sweepTwice()
  expect(await mails('request.expired')).toHaveLength(1)
})

test('the mail about an expired request asks a suspended requester to call, not to sign in', async () => {
  await requestOnBehalf()
  await site.db.updateTable('account').set({ state: 'SUSPENDED' }).execute()
  site.clock.advance(30 * DAY)
  await sweepTwice()
  const [expired] = await mails('request.expired')
  expect(expired?.body).toContain('If you still need access, please call us.')
  expect(expired?.body).not.toMatch(/sign in|https?:/i)
})

test('a decided request gets no reminder and does not expire', async () => {
  const { requestId } = await requestOnBehalf()
  await transact(systemContext(site.deps, start), (inside) =>
    approveRequest(inside, { requestId, decidedAs: 'PROVIDER' }),
  )
  site.clock.advance(31 * DAY)
  await sweepTwice()
  expect(await stateOf(requestId)).toBe('ACTIVE')
  expect(await mails('request.reminder')).toHaveLength(0)
  expect(await mails('request.expired')).toHaveLength(0)
})

async function teamWithConfirmation(withSaa: boolean) {
  const saa = withSaa ? await person([{ role: 'SAA' }]) : undefined
  const user = await person([{ role: 'AU' }])
  const due = new Date(start.getTime() + 180 * DAY * 1000)
  await site.db.updateTable('access_grant').set({ confirm_due_at: due }).where('account_id', '=', user.id).execute()
  // A recent sign-in prevents suspension for inactivity in these tests.
  await site.db.updateTable('account').set({ last_sign_in_at: due }).execute()
  return { saa, user }
}
const grantOf = (accountId: string) =>
  site.db.selectFrom('access_grant').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()

test('an SAA gets reminders two weeks and one week ahead, and unconfirmed grants are suspended after 180 days', async () => {
  const { saa, user } = await teamWithConfirmation(true)
  site.clock.advance(165 * DAY)
  await sweepTwice()
  expect(await mails('grant.confirm-reminder')).toHaveLength(0)
  for (const days of [1, 6, 1, 6]) {
    site.clock.advance(days * DAY)
    await sweepTwice()
  }
  expect((await mails('grant.confirm-reminder')).map((mail) => mail.account_id)).toEqual([saa?.id, saa?.id])
  expect((await grantOf(user.id)).state).toBe('ACTIVE')
  site.clock.advance(1 * DAY)
  const done = await sweepTwice()
  expect(done('suspend-unconfirmed')).toBe(1)
  expect(await grantOf(user.id)).toMatchObject({ state: 'SUSPENDED', suspended_as: 'SYSTEM' })
  const suspended = await mails('grant.suspended')
  expect(suspended.map(({ body }) => body)).toEqual([expect.stringContaining('We suspended your access to')])
  expect(suspended[0]?.body).not.toMatch(/sign in|https?:/i)
})

/** Inserts many grants of one user, each for its own entity without an SAA. */
async function insertManyGrants(accountId: string, count: number, change: { due: Date; reminded: Date | null }) {
  const { request_id } = await grantOf(accountId)
  await sql`
    insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at,
      confirm_due_at, confirm_reminded_at)
    select ${accountId}, ${request_id}, 'PG', 'A' || lpad(n::text, 5, '0'), 'AU', '{HOME}', 'ACTIVE', ${start},
      ${change.due}, ${change.reminded}
    from generate_series(1, ${count}::int) n`.execute(site.db)
}

test('a backlog without SAAs does not block other reminders, and overdue grants come in batches of 500', async () => {
  const { user, saa } = await teamWithConfirmation(true)
  site.clock.advance(166 * DAY)
  await insertManyGrants(user.id, 501, { due: site.clock.now(), reminded: null })
  await sweepTwice()
  expect((await mails('grant.confirm-reminder')).map((mail) => mail.account_id)).toEqual([saa?.id])
  const overdue = await site.db.updateTable('access_grant').set({ confirm_reminded_at: start }).execute()
  expect(Number(overdue[0]?.numUpdatedRows)).toBe(503)
  expect(await findUnconfirmed(site.db, site.clock.now(), site.clock.now())).toHaveLength(500)
})

test('many warned accounts do not block the inactivity warning of the next account', async () => {
  await sql`
    insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name,
      email, created_at, inactivity_warned_at)
    select 'many' || n, 'provider', 'ACTIVE', 'harborview', 'many' || n, 'many' || n, 'none', 'Many', 'Many',
      'many' || n || '@example.org', ${start}, ${new Date(start.getTime() + 166 * DAY * 1000)}
    from generate_series(1, 501) n`.execute(site.db)
  const late = await person([{ role: 'AU' }])
  site.clock.advance(167 * DAY)
  await sweepTwice()
  expect((await mails('account.inactivity-warning')).map((mail) => mail.account_id)).toEqual([late.id])
})

test('unconfirmed grants stay active if the scope has no SAA', async () => {
  const { user } = await teamWithConfirmation(false)
  site.clock.advance(300 * DAY)
  await site.db.updateTable('account').set({ last_sign_in_at: site.clock.now() }).execute()
  await sweepTwice()
  expect((await grantOf(user.id)).state).toBe('ACTIVE')
})

test('an account unused for 180 days is suspended with its grants after a warning two weeks ahead', async () => {
  const unused = await person([{ role: 'AU' }])
  const used = await person([{ role: 'AA' }])
  site.clock.advance(166 * DAY)
  await sweepTwice()
  expect((await mails('account.inactivity-warning')).map((mail) => mail.account_id).sort()).toEqual(
    [unused.id, used.id].sort(),
  )
  await site.db.updateTable('account').set({ last_sign_in_at: site.clock.now() }).where('id', '=', used.id).execute()
  site.clock.advance(14 * DAY)
  const done = await sweepTwice()
  expect(done('suspend-inactive')).toBe(1)
  const accounts = await site.db.selectFrom('account').select(['id', 'state']).execute()
  expect(accounts.find(({ id }) => id === unused.id)?.state).toBe('SUSPENDED')
  expect(accounts.find(({ id }) => id === used.id)?.state).toBe('ACTIVE')
  expect((await grantOf(unused.id)).state).toBe('SUSPENDED')
  const suspended = await mails('account.suspended')
  expect(suspended.map((mail) => mail.account_id)).toEqual([unused.id])
  expect(suspended[0]?.body).toContain('please call us if you need it')
  expect(suspended[0]?.body).not.toMatch(/https?:/)
})

test('no account is suspended without a week’s warning, even after long server downtime', async () => {
  const unused = await person([{ role: 'AU' }])
  site.clock.advance(400 * DAY)
  await sweepTwice()
  const state = async () =>
    (await site.db.selectFrom('account').select('state').where('id', '=', unused.id).executeTakeFirst())?.state
  expect(await state()).toBe('ACTIVE')
  site.clock.advance(7 * DAY)
  await sweepTwice()
  expect(await state()).toBe('SUSPENDED')
})

test('deletes abandoned registrations, expired counters and used captchas, and keeps active ones', async () => {
  const registration = (id: string, touched: Date) => ({
    id_hash: Buffer.from(id),
    brand: 'harborview',
    created_at: touched,
    touched_at: touched,
  })
  await site.db
    .insertInto('registration')
    .values([registration('old', start), registration('new', new Date(start.getTime() + 2 * DAY * 1000))])
    .execute()
  await site.db.insertInto('captcha_spent').values({ challenge: 'spent', expires_at: start }).execute()
  site.clock.advance(2 * DAY)
  await sweepTwice()
  expect(await site.db.selectFrom('registration').select('id_hash').execute()).toHaveLength(1)
  expect(await site.db.selectFrom('captcha_spent').selectAll().execute()).toHaveLength(0)
})
