import { addStaff, changeStaffRole, invite, listStaff } from '@portico/core/access/calls'
import { me } from '@portico/core/signon/calls'
import { proveFactor } from '@portico/core/signon/factors/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addApp, codeOf } from '../../test/factors.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { DOOR_ACCOUNT_UNKNOWN, DOOR_NO_FACTOR } from './domain/open-door.ts'
import { openDoor } from './staff-sign-in.ts'

const directory = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'portal',
  clientSecret: 'secret',
  acr: [],
  roles: undefined,
  sessionHours: 8,
}

let it: TestApp
let appKey: string
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated' })
})
beforeEach(async () => {
  await it.reset()
  await insertTestAccount(it.db, { username: 'anastaff', kind: 'internal' })
  await insertTestAccount(it.db, { username: 'bobstaff', kind: 'internal' })
  await insertTestAccount(it.db, { username: 'revstaff', kind: 'internal', staffRole: 'REVIEWER' })
  const browser = it.openBrowser()
  await browser.signIn('anastaff', testPassword)
  appKey = (await addApp(browser, it.clock)).key
  Object.assign(it.deps.settings, { staffSignIn: 'oidc', staffDirectory: directory })
})
afterAll(() => it.close())

const command = (account: string) =>
  transact(systemContext(it.deps), (inside) => openDoor(inside, { account, reason: 'The directory is down' }))

async function openFor(account = 'anastaff') {
  const opened = await command(account)
  if ('refusal' in opened) throw new Error(opened.refusal.message)
  const url = new URL(opened.entity.url)
  return { page: url.pathname + url.search, path: url.pathname, doorId: url.searchParams.get('doorId') ?? '' }
}

async function enter() {
  const { page, path, doorId } = await openFor()
  const browser = it.openBrowser()
  expect((await browser.get(page)).statusCode).toBe(200)
  const entered = await browser.postForm(path, { doorId })
  return { browser, entered, path, doorId }
}

test('the link asks for the administrator’s own factor and then opens a session of 60 minutes', async () => {
  const { browser, entered } = await enter()
  expect(entered.headers.location).toContain('/thp/portal/internal/factor')
  expect((await browser.getCall(me.path)).http).toBe(403)
  const code = codeOf(appKey, it.clock)
  expect((await browser.postCall(proveFactor.path, { kind: 'app', code })).status).toBe(200)
  expect((await browser.getCall(me.path)).http).toBe(200)
  expect((await browser.getCall(listStaff.path)).http).toBe(200)
  for (let minutes = 0; minutes < 60; minutes += 20) {
    expect((await browser.getCall(me.path)).http).toBe(200)
    it.clock.advance(20 * 60)
  }
  expect((await browser.getCall(me.path)).http).toBe(401)
})

test('that session cannot invite or change roles', async () => {
  const { browser } = await enter()
  await browser.postCall(proveFactor.path, { kind: 'app', code: codeOf(appKey, it.clock) })
  for (const call of [addStaff, changeStaffRole, invite]) {
    const refused = await browser.postCall(call.path, {})
    expect([refused.http, refused.entity.messageCode]).toEqual([403, 'open-door'])
  }
})

test('the link works once, and only for 15 minutes', async () => {
  const { path, doorId } = await enter()
  const again = it.openBrowser()
  expect((await again.postForm(path, { doorId })).statusCode).toBe(404)
  expect(again.cookies.has('portico_session')).toBe(false)
  const late = await openFor()
  it.clock.advance(15 * 60)
  expect((await again.get(late.page)).statusCode).toBe(404)
  expect((await again.postForm(late.path, { doorId: late.doorId })).statusCode).toBe(404)
  expect((await again.postForm(late.path, { doorId: 'forged' })).statusCode).toBe(404)
})

test('another site cannot post it', async () => {
  const { path, doorId } = await openFor()
  const headers = { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' }
  expect((await it.openBrowser().postForm(path, { doorId }, { headers })).statusCode).toBe(403)
})

test('every other administrator is mailed, and the command is recorded', async () => {
  await openFor()
  const mails = await it.db.selectFrom('mail_message').selectAll().where('kind', '=', 'staff.door-opened').execute()
  expect(mails.map((mail) => mail.to_address)).toEqual(['bobstaff@example.org'])
  const acts = await it.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'staff.door-opened')
    .execute()
  expect(acts).toEqual([{ details: { reason: 'The directory is down' } }])
})

test.each(['revstaff', 'unknown', 'bobstaff'])(
  'is refused for %s: not an administrator with a factor',
  async (name) => {
    expect(await command(name)).toHaveProperty('refusal')
  },
)

describe('the command', () => {
  const portico = (...args: string[]) =>
    runCommand(['staff', 'open-door', ...args], {
      ...commandEnv({ config: it.ownerLogin }),
      PORTICO_PUBLIC_URL: 'http://localhost',
      PORTICO_STAFF_SIGN_IN: 'oidc',
      PORTICO_STAFF_OIDC_ISSUER: directory.issuer,
      PORTICO_STAFF_OIDC_CLIENT_ID: directory.clientId,
      PORTICO_STAFF_OIDC_CLIENT_SECRET: directory.clientSecret,
    })

  test('open-door prints a link that opens the page of the emergency sign-in', async () => {
    const { code, out } = await portico('anastaff', '--reason', 'The directory is down')
    expect(code).toBe(0)
    const [first, address = ''] = out.split('\n')
    expect(first).toBe('The link works once, within 15 minutes. Every other administrator is notified.')
    const { pathname, search } = new URL(address)
    expect((await it.openBrowser().get(pathname + search)).body).toContain('<h1>Emergency sign-in</h1>')
  })

  test('open-door accepts an email address or an account ID, and prints JSON', async () => {
    const { public_id: id } = await it.db
      .selectFrom('account')
      .select('public_id')
      .where('username', '=', 'anastaff')
      .executeTakeFirstOrThrow()
    for (const name of ['anastaff@example.org', id]) {
      const { out } = await portico(name, '--reason', 'Down', '--json')
      expect(JSON.parse(out)).toEqual({ url: expect.stringContaining('/open-door?doorId='), minutes: 15 })
    }
  })

  test.each([
    ['a reviewer', ['revstaff', '--reason', 'Down'], DOOR_ACCOUNT_UNKNOWN],
    ['an unknown person', ['nobody', '--reason', 'Down'], DOOR_ACCOUNT_UNKNOWN],
    ['an administrator without a factor', ['bobstaff', '--reason', 'Down'], DOOR_NO_FACTOR],
    ['no reason', ['anastaff'], 'Name one administrator and give --reason'],
    ['an empty reason', ['anastaff', '--reason', ' '], 'Name one administrator and give --reason'],
    ['a reason of a novel', ['anastaff', '--reason', 'x'.repeat(501)], 'Name one administrator and give --reason'],
    ['two administrators', ['anastaff', 'bobstaff', '--reason', 'Down'], 'Name one administrator and give --reason'],
  ])('open-door refuses %s and creates no link', async (_what, args, sentence) => {
    const { code, out, err } = await portico(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(await it.db.selectFrom('link').select('id').where('purpose', '=', 'STAFF_DOOR').execute()).toEqual([])
  })
})
