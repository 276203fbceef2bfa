import { me } from '@portico/core/signon/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { newKey, startTestDirectory, type TestDirectory } from '../../test/test-directory.ts'

const START = '/thp/portal/internal/oidc'

let directory: TestDirectory
let it: TestApp
let browser: TestBrowser
beforeAll(async () => {
  directory = await startTestDirectory([`http://localhost${START}/callback`], { logsOut: true })
  const settings = { staffSignIn: 'oidc', staffDirectory: directory.settings } as const
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock(), settings })
  await insertTestAccount(it.db, { username: 'anastaff', kind: 'internal' })
  await it.db.updateTable('account').set({ directory_issuer: directory.issuer, directory_subject: 'ana' }).execute()
})
beforeEach(async () => {
  await it.reset()
  browser = it.openBrowser()
  directory.now.tamper = () => ({ claims: { sid: 'session of ana' } })
  const begun = await browser.get(START)
  const back = new URL(await directory.pass(String(begun.headers.location)))
  await browser.get(back.pathname + back.search)
})
afterAll(async () => {
  await it.close()
  await directory.stop()
})

const send = async (token: string) =>
  (await it.openBrowser().postForm(`${START}/backchannel-logout`, { logout_token: token }, { headers: { origin: '' } }))
    .statusCode
const isSignedIn = async () => (await browser.getCall(me.path)).http === 200

test('with back-channel logout a session lasts as long as any other', async () => {
  const [session] = await it.db.selectFrom('account_session').selectAll().execute()
  const seconds = (Number(session?.ends_at) - Number(session?.created_at)) / 1000
  expect(seconds).toBe(it.deps.settings.lifetimes.sessionAbsolute)
})

test.each([
  ['the person', { sub: 'ana' }],
  ['the session', { sid: 'session of ana' }],
  ['both', { sub: 'ana', sid: 'session of ana' }],
])('a logout token that names %s ends the session, once', async (_title, claims) => {
  expect(await isSignedIn()).toBe(true)
  const token = directory.logoutToken(claims)
  expect(await send(token)).toBe(200)
  expect(await isSignedIn()).toBe(false)
  expect(await send(token)).toBe(400)
})

test('a logout token of another person or session ends nothing', async () => {
  for (const claims of [{ sub: 'eve' }, { sid: 'another' }, { sub: 'eve', sid: 'session of ana' }])
    expect(await send(directory.logoutToken(claims))).toBe(200)
  expect(await isSignedIn()).toBe(true)
})

describe('refuses a logout token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const of = { sub: 'ana' }
  test.each([
    ['signed by another key', () => directory.logoutToken(of, {}, newKey())],
    ['with alg none', () => directory.logoutToken(of, { alg: 'none' })],
    ['of another issuer', () => directory.logoutToken({ ...of, iss: 'https://evil.example.org' })],
    ['for another audience', () => directory.logoutToken({ ...of, aud: 'another' })],
    ['without the event', () => directory.logoutToken({ ...of, events: {} })],
    ['that is old', () => directory.logoutToken({ ...of, iat: now() - 900, exp: now() + 900 })],
    ['without iat', () => directory.logoutToken({ ...of, iat: undefined })],
    ['without jti', () => directory.logoutToken({ ...of, jti: undefined })],
    ['with a nonce, such as an ID token', () => directory.logoutToken({ ...of, nonce: 'n' })],
    ['that names no one', () => directory.logoutToken()],
    ['that is no token', () => 'x'],
  ])('%s', async (_title, token) => {
    expect(await send(token())).toBe(400)
    expect(await isSignedIn()).toBe(true)
  })
})

test('ids of accepted logout tokens are deleted after a day', async () => {
  await send(directory.logoutToken({ sub: 'ana' }))
  const count = async () => (await it.db.selectFrom('directory_logout').select('received_at').execute()).length
  const { staffSignInExpired } = await import('./store/expired.ts')
  for (const run of staffSignInExpired) await run({ ...it.deps, now: it.clock.now() })
  expect(await count()).toBe(1)
  it.clock.advance(86_400 * 2)
  for (const run of staffSignInExpired) await run({ ...it.deps, now: it.clock.now() })
  expect(await count()).toBe(0)
})
