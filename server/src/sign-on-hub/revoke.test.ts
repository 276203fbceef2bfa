import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as access from '@portico/core/access/calls'
import * as successors from '@portico/core/access/successor-calls'
import * as signon from '@portico/core/signon/calls'
import type { SessionList } from '@portico/core/signon/shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireIds } from '#platform/calls/wire-id.ts'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { createLink, findLink } from '#platform/identity/links.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { testSecretKey } from '../../test/database.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { openTestClient, type TestClient } from '../../test/test-client.ts'
import { eraseAccount } from '../access/domain/accounts/erase-account.ts'
import { settleDeactivations } from '../access/domain/people/deactivations.ts'
import { recordMissing } from '../access/domain/people/missing.ts'
import { completeTakeover } from '../access/domain/successors/takeover.ts'
import { findNaming } from '../access/store/successors/successors.ts'
import { resetDueFactors } from '../signon/domain/recovery/factor-reset.ts'
import { revertAccount } from '../signon/domain/recovery/revert.ts'
import { findRecoveryAccountById } from '../signon/store/accounts.ts'

let it: TestApp
let client: TestClient
let saa: TestBrowser
let staff: TestBrowser
const ids = wireIds(testSecretKey)

beforeAll(async () => {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
  await insertSmallPlan(it.db)
  await insertTestAccount(it.db, {
    username: 'saa',
    grants: [{ role: 'SAA', scopeKind: 'PG', scopeId: 'N1', permissions: ALL }],
  })
  await insertTestAccount(it.db, { username: 'staff', kind: 'internal' })
  saa = await signIn('saa')
  staff = await signIn('staff')
  client = await openTestClient(it, { logoutUri: 'https://tool.example.org/logout' })
})
afterAll(() => it.close())

const ALL = ['HOME', 'ELIG', 'CLAIM']

async function signIn(username: string, password = testPassword) {
  const browser = it.openBrowser()
  await browser.signIn(username, password)
  return browser
}

type Person = {
  id: string
  publicId: string
  username: string
  grantId: string
  grantRow: string
  browser: TestBrowser
}
let count = 0

async function newPerson(
  kind: 'provider' | 'internal' = 'provider',
  scope = { scopeKind: 'PG', scopeId: 'N1' } as const,
): Promise<Person> {
  count += 1
  const username = `person${count}`
  const grants = kind === 'provider' ? [{ role: 'AA' as const, ...scope, permissions: ALL }] : []
  const account = await insertTestAccount(it.db, { username, kind, grants })
  const row = await it.db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  const grantRow = row?.id ?? ''
  return {
    ...account,
    username,
    grantRow,
    grantId: row ? ids.encode('grant', row.id) : '',
    browser: await signIn(username),
  }
}

const done = async (reply: Promise<{ status: number }>) => expect((await reply).status).toBe(200)
const inside = <Result>(work: Parameters<typeof transact<ReturnType<typeof systemContext>, Result>>[1]) =>
  transact(systemContext(it.deps), work)

/** Every act that narrows access. */
const ACTS: Record<string, (person: Person) => Promise<unknown>> = {
  'access suspended': ({ grantId }) => done(saa.postCall(access.suspendGrant.path, { grantId, reason: 'x' })),
  'access removed': ({ grantId }) => done(saa.postCall(access.removeGrant.path, { grantId, reason: 'x' })),
  'a permission taken away': ({ grantId }) =>
    done(saa.postCall(access.changeGrant.path, { grantId, permissions: ['HOME'] })),
  'a role taken away': ({ grantId }) => done(saa.postCall(access.changeGrant.path, { grantId, role: 'AU' })),
  'the account suspended': ({ publicId }) =>
    done(staff.postCall(access.suspendAccount.path, { accountId: publicId, reason: 'x' })),
  'missing from the plan’s file': ({ grantRow }) =>
    inside((context) => recordMissing(context, { grantIds: [grantRow], accountIds: [], reason: 'x' })),
  'the NPI deactivated in the national file': async ({ id }) => {
    const npi = '1999999984'
    await it.db.insertInto('network_provider').values({ npi, deactivated: true }).execute()
    await it.db
      .updateTable('access_grant')
      .set({ scope_kind: 'NPI', scope_id: npi })
      .where('account_id', '=', id)
      .execute()
    await inside((context) => settleDeactivations(context, { npis: [npi], check: () => {} }))
  },
  'the account erased': async ({ id }) => {
    await it.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('account_id', '=', id).execute()
    expect(await eraseAccount(systemContext(it.deps), id)).toEqual({ entity: true })
  },
  'the role handed over': async (person) => {
    await it.db
      .updateTable('access_grant')
      .set({ role: 'SAA', scope_id: 'S1' })
      .where('id', '=', person.grantRow)
      .execute()
    const next = await newPerson('provider', { scopeKind: 'PG', scopeId: 'S1' } as never)
    await done(person.browser.postCall(access.handOver.path, { grantId: next.grantId }))
  },
  'the role given up': async ({ grantRow, grantId, browser }) => {
    await it.db.updateTable('access_grant').set({ role: 'SAA', scope_id: 'S2' }).where('id', '=', grantRow).execute()
    await done(browser.postCall(successors.leaveAsSaa.path, { grantId }))
  },
  'the role taken over': async ({ grantRow }) => {
    const former = await newPerson()
    await it.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('id', '=', former.grantRow).execute()
    await it.db.updateTable('access_grant').set({ scope_id: 'N2' }).where('id', '=', grantRow).execute()
    const now = it.clock.now()
    const grants = { saa_grant_id: former.grantRow, successor_grant_id: grantRow, accepted_at: now }
    const { id } = await it.db
      .insertInto('saa_successor')
      .values({ entity: 'GROUP:N2', ...grants, state: 'WAITING', named_at: now, confirm_due_at: now, due_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const taken = await inside(async (context) => {
      const naming = await findNaming(context.db, id)
      return naming !== undefined && completeTakeover(context, naming)
    })
    expect(taken).toBe(true)
  },
  '"This was not me" reported': async ({ id: accountId }) => {
    await inside(async (context) => {
      const token = await createLink(context, { purpose: 'NOT_ME', accountId, lifetimeSeconds: 60 })
      const { link } = await findLink(context, 'NOT_ME', token)
      const owner = await findRecoveryAccountById(context.db, accountId)
      if (link && owner) await revertAccount(context, owner, link)
    })
  },
  'the password reset': async ({ username }) => {
    const browser = it.openBrowser()
    await done(browser.postCall(signon.forgotPassword.path, { userName: username }))
    const mail = await it.db
      .selectFrom('mail_message')
      .select('body')
      .where('to_address', '=', `${username}@example.org`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const answers = testQuestions.map((question, index) => ({ question, answer: testAnswers[index] ?? '' }))
    const resetId = /resetId=([\w-]+)/.exec(mail.body)?.[1] ?? ''
    const password = 'Bayside2027'
    await done(browser.postCall(signon.resetPassword.path, { resetId, answers, password, confirmPassword: password }))
  },
  'the password changed in another browser': async ({ username }) => {
    const password = 'Bayside2027'
    const body = { currentPassword: testPassword, password, confirmPassword: password }
    await done((await signIn(username)).postCall(signon.changePassword.path, body))
  },
  'signed out': ({ browser }) => done(browser.postCall(signon.logout.path)),
  'signed out by the link': ({ browser }) => browser.get('/thp/portal/providers/logout'),
  'the session ended from another browser': async ({ username }) => {
    const other = await signIn(username)
    const { entity } = await other.getCall<SessionList>(signon.sessions.path)
    const sessionId = entity.find(({ current }) => !current)?.sessionId
    await done(other.postCall(signon.endSession.path, { sessionId }))
  },
  'signed in again in the same browser': ({ browser }) => browser.signIn('saa', testPassword),
  'the second factor reset': async ({ id }) => {
    const at = new Date(it.clock.now().getTime() - 1000)
    await it.db
      .insertInto('factor_reset')
      .values({ account_id: id, requested_at: at, confirmed_at: at, due_at: at })
      .execute()
    expect(await resetDueFactors.run(it.deps, it.clock.now())).toBe(1)
  },
  'registration of the NPI put on hold': async ({ id }) => {
    await it.db
      .updateTable('access_grant')
      .set({ scope_kind: 'NPI', scope_id: '1000000046' })
      .where('account_id', '=', id)
      .execute()
    const now = it.clock.now()
    const link = { npi: '1000000046', token_hash: hashToken('a-link'), event_at: now, created_at: now }
    await it.db
      .insertInto('registration_hold')
      .values({ ...link, expires_at: new Date(now.getTime() + 60_000) })
      .execute()
    await done(it.openBrowser().postCall('/rest/nonsec/reg/holdRegistration', { holdId: 'a-link' }))
  },
}

const STAFF_ACTS: typeof ACTS = {
  'the staff role changed': ({ publicId }) =>
    done(staff.postCall(access.changeStaffRole.path, { accountId: publicId, role: 'AUDITOR' })),
}

const countLogouts = async (accountId: string) =>
  (await it.db.selectFrom('hub_logout').select('id').where('account_id', '=', accountId).execute()).length

describe.each(Object.entries({ ...ACTS, ...STAFF_ACTS }))('%s', (name, act) => {
  test('ends the person’s tokens and queues a logout, and nobody else’s', async () => {
    const kind = name in STAFF_ACTS ? 'internal' : 'provider'
    const [person, bystander] = [await newPerson(kind), await newPerson(kind)]
    const tokens = await client.signIn(person.browser)
    const others = await client.signIn(bystander.browser)
    await act(person)
    expect((await client.introspect(tokens.access_token)).active).toBe(false)
    await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await countLogouts(person.id)).toBe(1)
    expect((await client.introspect(others.access_token)).active).toBe(true)
    expect(await countLogouts(bystander.id)).toBe(0)
  })
})

test('a password change keeps the tokens of the session that made it', async () => {
  const person = await newPerson()
  const tokens = await client.signIn(person.browser)
  const password = 'Bayside2027'
  const body = { currentPassword: testPassword, password, confirmPassword: password }
  await done(person.browser.postCall(signon.changePassword.path, body))
  expect((await client.introspect(tokens.access_token)).active).toBe(true)
})

test('more access ends no tokens', async () => {
  const person = await newPerson()
  await done(saa.postCall(access.changeGrant.path, { grantId: person.grantId, permissions: ['HOME'] }))
  const tokens = await client.signIn(person.browser)
  await done(saa.postCall(access.changeGrant.path, { grantId: person.grantId, permissions: ['HOME', 'CLAIM'] }))
  expect((await client.introspect(tokens.access_token)).active).toBe(true)
  expect(await countLogouts(person.id)).toBe(0)
})

test('a rolled-back act ends no tokens', async () => {
  const person = await newPerson()
  const tokens = await client.signIn(person.browser)
  const failing = inside(async (context) => {
    await recordMissing(context, { grantIds: [person.grantRow], accountIds: [], reason: 'x' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect((await client.introspect(tokens.access_token)).active).toBe(true)
})

/** Every function with a door (narrow-access.ts), and the act above that goes through it. */
const TRIED: Record<string, string> = {
  suspendGrant: 'access suspended',
  removeGrant: 'access removed',
  changeGrant: 'a permission taken away',
  suspendAccount: 'the account suspended',
  recordMissing: 'missing from the plan’s file',
  settleDeactivations: 'the NPI deactivated in the national file',
  eraseInside: 'the account erased',
  stepDown: 'the role handed over',
  leaveAsSaa: 'the role given up',
  completeTakeover: 'the role taken over',
  setNewPassword: 'the password reset',
  changePassword: 'the password changed in another browser',
  revertAccount: '"This was not me" reported',
  resetNow: 'the second factor reset',
  holdRegistration: 'registration of the NPI put on hold',
  setStaffRole: 'the staff role changed',
  followGroups: 'the groups of a staff directory: staff-sign-in/sign-in.test.ts',
}

const folder = fileURLToPath(new URL('../', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${folder}${file}`, 'utf8') }))

test('each door that access narrows through is tried above', () => {
  const doors = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?<!function )\bnarrowAccess\(/g)].map(
      ({ index }) => [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?function (\w+)/gm)].at(-1)?.[1],
    ),
  )
  expect([...new Set(doors)].sort()).toEqual(Object.keys(TRIED).sort())
  const acts = new Set(Object.keys({ ...ACTS, ...STAFF_ACTS }))
  expect(Object.values(TRIED).filter((act) => !acts.has(act))).toEqual([TRIED.followGroups])
})

test('every file that narrows an application also ends its tokens', () => {
  const narrowing = sources.filter(
    ({ file, text }) => !file.includes('/store/') && /(?:updateClient|updateDisabled)\(/.test(text),
  )
  expect(narrowing.length).toBeGreaterThan(0)
  expect(narrowing.filter(({ text }) => !/revokeTokens\(/.test(text)).map(({ file }) => file)).toEqual([])
})
