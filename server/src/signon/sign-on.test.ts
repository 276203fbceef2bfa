import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import * as signon from '@portico/core/signon/calls'
import type { Me, SessionList, Tracking } from '@portico/core/signon/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSessions } from '#platform/identity/session.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock, type TestClock } from '../../test/clock.ts'

/** Advances a little with every read, like a real clock. */
function createTickingClock(): TestClock {
  const clock = createTestClock()
  const now = () => {
    clock.advance(0.001)
    return clock.now()
  }
  return { ...clock, now }
}

let test: TestApp
let accountId: string

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated', clock: createTickingClock() })
  const account = await insertTestAccount(test.db, { username: 'RobinSample', grants: [{ role: 'SAA' }] })
  accountId = account.id
  await insertTestAccount(test.db, { username: 'waiting1', grants: [{ state: 'PENDING_CONTRACT' }] })
  await insertTestAccount(test.db, { username: 'member01', kind: 'member' })
  await insertTestAccount(test.db, { username: 'staff001', kind: 'internal' })
  await insertTestAccount(test.db, { username: 'suspended', state: 'SUSPENDED', grants: [{ scopeId: '1100000029' }] })
})
afterAll(() => test.close())
// Each test runs in its own hour, so tests do not share rate limits.
beforeEach(() => test.clock.advance(3601))

async function signedIn(user = 'RobinSample') {
  const browser = test.openBrowser()
  const reply = await browser.signIn(user, testPassword)
  expect(reply.headers.location).not.toContain('error')
  return browser
}

describe('the sign-on agent', () => {
  it('signs in regardless of user name case and redirects to TARGET', async () => {
    const browser = test.openBrowser()
    const reply = await browser.signIn(' ROBINSAMPLE ', testPassword, PROVIDER_PATHS.claims)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, PROVIDER_PATHS.claims])
    expect(reply.headers['cache-control']).toBe('no-store')
    const cookie = String(reply.headers['set-cookie'])
    expect(cookie).toMatch(/portico_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax/)
    // Pages can read this flag, which contains no other data.
    expect(cookie).toMatch(/portico_signed_in=1; Path=\/; SameSite=Lax(,|$)/)
  })

  it('redirects each of the three user kinds to its own home page', async () => {
    const homes = {
      waiting1: PROVIDER_PATHS.status,
      member01: MEMBER_PATHS.home,
      staff001: '/thp/portal/internal/home',
    }
    for (const [user, home] of Object.entries(homes)) {
      const reply = await test.openBrowser().signIn(user, testPassword, PROVIDER_PATHS.home)
      expect(reply.headers.location).toBe(home)
    }
  })

  it.each([
    ['a wrong password', 'RobinSample', 'Wrong2026'],
    ['a password in the wrong case', 'RobinSample', testPassword.toUpperCase()],
    ['an unknown user', 'nobody99', testPassword],
    ['a suspended account', 'suspended', testPassword],
    ['no user', '', testPassword],
    ['no password', 'RobinSample', ''],
  ])('redirects %s to the area’s login page with an error and no session', async (_what, user, password) => {
    const reply = await test.openBrowser().signIn(user, password, MEMBER_PATHS.home)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, `${MEMBER_PATHS.login}?error=1`])
    expect(reply.cookies).toEqual([])
  })

  it('rejects cross-site sign-on posts', async () => {
    const attempts = [
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': '' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost.evil.example' },
      { origin: 'http://localhost:9999' },
      { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost', 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of attempts) {
      const reply = await test.openBrowser().signIn('RobinSample', testPassword, '', { headers })
      expect(reply.statusCode, JSON.stringify(headers)).toBe(403)
      expect(reply.cookies).toEqual([])
      expect(reply.json().entity.messageCode).toBe('cross-site')
    }
  })

  it('accepts a null origin if Sec-Fetch-Site is same-origin', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    const reply = await test.openBrowser().signIn('RobinSample', testPassword, '', { headers })
    expect(reply.headers.location).toBe(PROVIDER_PATHS.home)
  })

  it('accepts only form posts within the size limit', async () => {
    const reply = await test.app.inject({ method: 'POST', url: SIGN_ON_PATH, payload: { USER: 'RobinSample' } })
    expect(reply.statusCode).toBe(415)
    const big = await test.openBrowser().postForm(SIGN_ON_PATH, { USER: 'x'.repeat(100_000) })
    expect(big.statusCode).toBe(413)
  })

  it('issues a new session id at each sign-in and ends the previous session', async () => {
    const browser = test.openBrowser()
    browser.cookies.set('portico_session', 'chosen-by-somebody-else')
    await browser.signIn('RobinSample', testPassword)
    const first = browser.cookies.get('portico_session') ?? ''
    expect(first).not.toBe('chosen-by-somebody-else')
    const formerToken = browser.cookies.get('XSRF-TOKEN')
    await browser.signIn('RobinSample', testPassword)
    expect(browser.cookies.get('portico_session')).not.toBe(first)
    expect(browser.cookies.get('XSRF-TOKEN')).not.toBe(formerToken)
    const thief = test.openBrowser()
    thief.cookies.set('portico_session', first)
    expect((await thief.getCall(signon.isProviderUser.path)).http).toBe(401)
  })

  it('allows five attempts per minute for a user and address', async () => {
    const tries = async (address: string) =>
      (await test.openBrowser({ address }).signIn('RobinSample', 'Wrong2026')).headers.location
    const mine: unknown[] = []
    for (let i = 0; i < 7; i += 1) mine.push(await tries('203.0.113.50'))
    const wrong = `${PROVIDER_PATHS.login}?error=1`
    const limited = Array(2).fill(`${wrong}&reason=wait`)
    expect(mine).toEqual([...Array(4).fill(wrong), `${wrong}&captcha=altcha`, ...limited])
    const browser = await signedIn('member01')
    for (let i = 0; i < 5; i += 1) await browser.signIn('member01', 'Wrong2026')
    expect((await browser.signIn('member01', testPassword)).headers.location).toBe(`${wrong}&reason=wait`)
    test.clock.advance(3601)
    expect((await browser.signIn('member01', testPassword)).headers.location).toBe(MEMBER_PATHS.home)
  })

  it('allows twenty attempts per minute for an address, also in parallel', async () => {
    const address = '203.0.113.60'
    const attempts = Array.from({ length: 30 }, (_, i) =>
      test.openBrowser({ address }).signIn(`nobody${i}`, 'Wrong2026'),
    )
    const locations = (await Promise.all(attempts)).map((reply) => String(reply.headers.location))
    expect(locations.filter((location) => location.includes('reason=wait'))).toHaveLength(10)
  })

  it('audits successful and failed sign-ins without the input of an unknown user', async () => {
    await signedIn()
    await test.openBrowser().signIn('RobinSample', 'Wrong2026')
    await test.openBrowser().signIn('Canary4711', 'Wrong2026')
    const rows = await test.db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(3).execute()
    expect(rows.map((row) => [row.action, row.subject_account_id, row.details])).toEqual([
      ['session.refused', null, { why: 'unknown-user' }],
      ['session.refused', accountId, { why: 'wrong-password' }],
      ['session.started', accountId, { by: 'password' }],
    ])
    expect(JSON.stringify(rows)).not.toContain('Canary4711')
  })
})

describe('a sign-on rejected before validation', () => {
  const refused = (accept: string) =>
    test.openBrowser().signIn('RobinSample', testPassword, '', { headers: { accept, origin: 'https://evil.example' } })

  it('answers a rejected sign-on with a page to a browser and with the envelope to a script', async () => {
    const page = await refused('text/html,application/xhtml+xml')
    expect(page.statusCode).toBe(403)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('Please sign in on this portal’s login page.')
    expect((await refused('*/*')).json()).toMatchObject({ status: 403, entity: { messageCode: 'cross-site' } })
  })

  it('never answers an API call with a page', async () => {
    const reply = await test
      .openBrowser()
      .get(`/Provider${signon.isProviderUser.path}`, { headers: { accept: 'text/html' } })
    expect(reply.json()).toMatchObject({ status: 401 })
  })
})

describe('sessions', () => {
  it('reports the user kind of a session', async () => {
    const answers = async (user: string) => {
      const browser = await signedIn(user)
      const calls = [signon.isProviderUser.path, signon.isMemberUser.path, signon.isInternalUser.path]
      return Promise.all(calls.map(async (call) => (await browser.getCall<boolean>(call)).entity))
    }
    expect(await answers('RobinSample')).toEqual([true, false, false])
    expect(await answers('member01')).toEqual([false, true, false])
    expect(await answers('staff001')).toEqual([false, false, true])
  })

  it('renews a session with every call and ends it after 1800 s without one', async () => {
    const browser = await signedIn()
    for (let i = 0; i < 3; i += 1) {
      test.clock.advance(1799)
      expect((await browser.getCall(signon.keepAliveProvider.path)).http).toBe(200)
    }
    test.clock.advance(1810)
    expect((await browser.getCall(signon.keepAliveProvider.path)).http).toBe(401)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(401)
  })

  it('never ends a session early after rapid calls', async () => {
    const browser = await signedIn()
    for (let i = 0; i < 10; i += 1) {
      test.clock.advance(1)
      await browser.getCall(signon.isProviderUser.path)
    }
    test.clock.advance(1799)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(200)
  })

  it('renews a session with public calls too', async () => {
    const browser = await signedIn()
    test.clock.advance(1700)
    await browser.getCall(signon.resetQuestions.path, { resetId: 'none' })
    test.clock.advance(1700)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(200)
  })

  it('ends a session after twelve hours despite activity', async () => {
    const browser = await signedIn()
    for (let passed = 0; passed < 12 * 3600 - 1200; passed += 1200) {
      test.clock.advance(1200)
      expect((await browser.getCall(signon.keepAliveProvider.path)).http).toBe(200)
    }
    test.clock.advance(1201)
    expect((await browser.getCall(signon.keepAliveProvider.path)).http).toBe(401)
  })

  it('ends a session immediately when the account is suspended', async () => {
    const { id } = await insertTestAccount(test.db, { username: 'shutout1' })
    const browser = await signedIn('shutout1')
    await test.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', id).execute()
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(401)
  })

  it('stores only the hash of a session id', async () => {
    const browser = await signedIn()
    const id = browser.cookies.get('portico_session') ?? ''
    const { rows } = await sql<{ text: string }>`select s::text as text from account_session s`.execute(test.db)
    expect(rows.some((row) => row.text.includes(id))).toBe(false)
  })

  it('gives each session its own anti-forgery token', async () => {
    const browser = await signedIn()
    const other = await signedIn()
    const foreign = { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') ?? '' }
    expect((await browser.postCall(signon.trackUser.path, {}, { headers: foreign })).http).toBe(403)
    browser.cookies.set('XSRF-TOKEN', foreign['x-xsrf-token'])
    expect((await browser.postCall(signon.trackUser.path)).http).toBe(403)
  })

  it('rejects the provider keep-alive call of a member', async () => {
    const member = await signedIn('member01')
    expect((await member.getCall(signon.keepAliveMember.path)).http).toBe(200)
    expect((await member.getCall(signon.keepAliveProvider.path)).http).toBe(403)
    const staff = await signedIn('staff001')
    expect((await staff.getCall(signon.keepAliveProvider.path)).http).toBe(200)
  })

  it('lists and ends only the user’s own sessions', async () => {
    await endSessions({ db: test.db, now: test.clock.now() }, accountId)
    const desk = await signedIn()
    const phone = await signedIn()
    const list = await desk.getCall<SessionList>(signon.sessions.path)
    expect(list.entity.map((session) => session.current).sort()).toEqual([false, true])
    const sessionId = list.entity.find((session) => !session.current)?.sessionId
    const stranger = await signedIn('member01')
    expect((await stranger.postCall<boolean>(signon.endSession.path, { sessionId })).entity).toBe(false)
    expect((await phone.getCall(signon.isProviderUser.path)).http).toBe(200)
    expect((await desk.postCall<boolean>(signon.endSession.path, { sessionId })).entity).toBe(true)
    expect((await phone.getCall(signon.isProviderUser.path)).http).toBe(401)
  })
})

describe('signing off', () => {
  it('ends the session at logout and shows it on the login page', async () => {
    const browser = await signedIn()
    const former = browser.cookies.get('portico_session') ?? ''
    const reply = await browser.get(PROVIDER_PATHS.logout)
    expect(reply.headers.location).toBe(`${PROVIDER_PATHS.login}?signedout=1`)
    expect(browser.cookies.has('portico_session')).toBe(false)
    expect(browser.cookies.has('portico_signed_in')).toBe(false)
    browser.cookies.set('portico_session', former)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(401)
  })

  it('redirects an expired session to the login page with the expired notice', async () => {
    const browser = await signedIn('member01')
    test.clock.advance(1900)
    expect((await browser.get(MEMBER_PATHS.logout)).headers.location).toBe(`${MEMBER_PATHS.login}?expired=1`)
    const page = await signedIn('member01')
    expect((await page.get(`${MEMBER_PATHS.logout}?expired=1`)).headers.location).toBe(
      `${MEMBER_PATHS.login}?expired=1`,
    )
  })

  it('keeps the session for a cross-site logout link', async () => {
    const browser = await signedIn()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await browser.get(PROVIDER_PATHS.logout, { headers })).headers.location).toBe(PROVIDER_PATHS.login)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(200)
  })

  it('ends the session by a logout call with the anti-forgery token', async () => {
    const browser = await signedIn()
    expect((await browser.postCall(signon.logout.path, {}, { headers: { 'x-xsrf-token': '' } })).http).toBe(403)
    expect((await browser.postCall<boolean>(signon.logout.path)).entity).toBe(true)
    expect((await browser.getCall(signon.isProviderUser.path)).http).toBe(401)
  })
})

describe('the current user', () => {
  it('describes the current user with scope names in one call', async () => {
    await test.db
      .insertInto('provider')
      .values({ npi: '1100000011', entity_type: 1, name: 'Sample, Alex' } as never)
      .execute()
    const me = (await (await signedIn()).getCall<Me>(signon.me.path)).entity
    expect(me).toMatchObject({
      kind: 'provider',
      userName: 'RobinSample',
      active: true,
      roles: ['SAA'],
      permissions: expect.arrayContaining(['HOME', 'CLAIM']),
      pendingRequests: [],
    })
    expect(me.grants).toMatchObject([
      { scope: { entity: 'NPI:1100000011', name: 'Sample, Alex' }, role: 'SAA', state: 'ACTIVE' },
    ])
    expect(JSON.stringify(me)).not.toMatch(/hash|argon2/)
  })

  it('tracks a first-time user during the first session only', async () => {
    await insertTestAccount(test.db, { username: 'firsttime', grants: [{ role: 'AU' }] })
    const track = async () => (await (await signedIn('firsttime')).postCall<Tracking>(signon.trackUser.path)).entity
    expect(await track()).toMatchObject({ enabled: true, status: 'ACTIVE', firstTimeUser: true })
    test.clock.advance(61)
    expect(await track()).toMatchObject({ firstTimeUser: false })
  })

  it('accepts a tracking call without a body', async () => {
    const browser = await signedIn()
    const headers = { 'x-xsrf-token': String(browser.cookies.get('XSRF-TOKEN')), host: 'localhost' }
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = `/Provider${signon.trackUser.path}`
    const reply = await test.app.inject({ method: 'POST', url, headers: { ...headers, cookie } })
    expect(reply.json()).toMatchObject({ status: 200, entity: { enabled: true } })
  })

  it('gives an account with only pending requests no roles or permissions and the status PENDING', async () => {
    const browser = await signedIn('waiting1')
    const me = await browser.getCall<Me>(signon.me.path)
    expect(me.entity).toMatchObject({ active: false, permissions: [], roles: [] })
    expect(me.entity.pendingRequests).toHaveLength(1)
    expect((await browser.postCall<Tracking>(signon.trackUser.path)).entity).toMatchObject({
      enabled: false,
      status: 'PENDING',
    })
  })

  it('disables the tag manager unless one is configured', async () => {
    const browser = await signedIn()
    const tagManager = async () => (await browser.getCall(signon.getGTM.path)).entity
    expect(await tagManager()).toEqual({ enabled: false, containerId: '' })
    test.deps.settings.gtmId = 'GTM-TEST1'
    expect(await tagManager()).toEqual({ enabled: true, containerId: 'GTM-TEST1' })
    test.deps.settings.gtmId = undefined
  })
})
