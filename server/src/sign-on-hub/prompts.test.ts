import { proveFactor } from '@portico/core/signon/factors/calls'
import type { Proved } from '@portico/core/signon/factors/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addApp, addPasskey, codeOf, proveByCode, requestPasskey } from '../../test/factors.ts'
import { createSoftwarePasskey } from '../../test/software-passkey.ts'
import { follow, openTestClient, type TestClient } from '../../test/test-client.ts'

const FACTOR = 'urn:portico:acr:second-factor'
const PASSKEY = 'urn:portico:acr:passkey'

let it: TestApp
let client: TestClient
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
})
beforeEach(async () => {
  await it.reset()
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  client = await openTestClient(it)
})
afterAll(() => it.close())

async function signedIn() {
  const browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  return browser
}

/** Begins a sign-in that ends at a page of the portal, and returns the page and the way back. */
async function lead(browser: TestBrowser, parameters: Record<string, string>) {
  const { url, checks } = await client.begin(parameters)
  const page = new URL(await follow(browser, url.href))
  return { page, target: page.searchParams.get('TARGET') ?? '', checks }
}

const back = async (browser: TestBrowser, target: string) => new URL(await follow(browser, `http://localhost${target}`))

describe('a signed-in person proves again', () => {
  test.each([
    ['prompt', 'login'],
    ['max_age', '60'],
  ] as const)('for %s=%s', async (name, value) => {
    const browser = await signedIn()
    const before = new Date(Date.now() - 120_000)
    await it.db.updateTable('account_session').set({ proved_at: before }).execute()
    const { page, target, checks } = await lead(browser, { [name]: value })
    expect(page.pathname).toBe('/thp/portal/providers/factor')
    // Without a new proof the person only comes back to the same page.
    expect((await back(browser, target)).pathname).toBe('/thp/portal/providers/factor')
    const proved = await browser.postCall<Proved>(proveFactor.path, {
      kind: 'password',
      password: testPassword,
      target,
    })
    expect(proved.entity.location).toBe(target)
    const tokens = await client.finish(await back(browser, target), checks)
    expect(tokens.claims()?.auth_time).toBeGreaterThan(before.getTime() / 1000 + 100)
  })

  test('not if the last proof is recent enough for max_age', async () => {
    const tokens = await client.signIn(await signedIn(), { max_age: '600' })
    expect(tokens.claims()?.auth_time).toBeTypeOf('number')
  })
})

test('asking for a second factor leads a password session through the factor page', async () => {
  const browser = await signedIn()
  const { key } = await addApp(browser, it.clock)
  await it.db.updateTable('account_session').set({ proved_by: 'PASSWORD' }).execute()
  const trusted = await it.db.selectFrom('account_device').selectAll().execute()
  expect(trusted).not.toEqual([])
  await it.db
    .updateTable('account_device')
    .set({ trusted_until: new Date(it.clock.now().getTime() + 1e9) })
    .execute()
  const { page, target, checks } = await lead(browser, { acr_values: FACTOR })
  expect(page.pathname).toBe('/thp/portal/providers/factor')
  expect(page.searchParams.get('need')).toBe('factor')
  const proved = await proveByCode(browser, 'app', codeOf(key, it.clock), { target })
  expect(proved.entity.location).toBe(target)
  const claims = (await client.finish(await back(browser, target), checks)).claims()
  expect(claims).toMatchObject({ acr: FACTOR, amr: ['pwd', 'otp', 'mfa'] })
})

test.each([
  ['bound to its device', false, 'hwk'],
  ['that can be synced', true, 'swk'],
])('a passkey %s meets every acr, and a second factor does not meet passkey', async (_kind, isSynced, key) => {
  const first = await signedIn()
  const { passkey } = await addPasskey(first, createSoftwarePasskey({ isSynced }))
  const browser = it.openBrowser()
  const assertion = passkey.get(await requestPasskey(browser))
  await browser.postCall('/rest/nonsec/signon/passkeySignIn', { assertion })
  for (const wanted of [FACTOR, PASSKEY]) {
    const claims = (await client.signIn(browser, { acr_values: wanted })).claims()
    expect(claims).toMatchObject({ acr: PASSKEY, amr: [key, 'mfa'] })
  }
  await it.db.updateTable('account_session').set({ proved_by: 'APP' }).execute()
  const { page } = await lead(browser, { acr_values: PASSKEY })
  expect(page.pathname).toBe('/thp/portal/providers/factor')
  expect(page.searchParams.get('need')).toBe('passkey')
})

test('a person whose second factor is due gets no code before it is proved', async () => {
  const { key } = await addApp(await signedIn(), it.clock)
  const browser = it.openBrowser()
  const { page, target, checks } = await lead(browser, {})
  expect(page.pathname).toBe('/thp/portal/providers/login')
  const signed = await browser.signIn('ana', testPassword, target)
  const factor = new URL(String(signed.headers.location), 'http://localhost')
  expect(factor.pathname).toBe('/thp/portal/providers/factor')
  expect(factor.searchParams.get('TARGET')).toBe(target)
  expect((await back(browser, target)).pathname).toBe('/thp/portal/providers/factor')
  const proved = await proveByCode(browser, 'app', codeOf(key, it.clock), { target })
  expect(proved.entity.location).toBe(target)
  const tokens = await client.finish(await back(browser, target), checks)
  expect(tokens.claims()).toMatchObject({ acr: FACTOR })
})

describe('who may open an application', () => {
  async function open(user: string, other: TestClient) {
    const browser = it.openBrowser()
    await browser.signIn(user, testPassword)
    const { url } = await other.begin({ scope: 'openid' })
    const landed = new URL(await follow(browser, url.href))
    const response =
      landed.origin === 'http://localhost' ? await browser.get(landed.pathname + landed.search) : undefined
    return { landed, response }
  }

  test('a waiting person sees what they wait for, unless the application allows empty access', async () => {
    await insertTestAccount(it.db, { username: 'waiting', grants: [{ state: 'PENDING_APPROVAL' }] })
    const { response } = await open('waiting', client)
    expect(response?.statusCode).toBe(403)
    expect(response?.body).toContain('Your access request has not been approved yet.')
    expect(response?.body).toContain('<p>You are waiting for access to:</p><ul class="ticks"><li>')
    expect(response?.body).toContain('href="/thp/portal/providers/status"')
    const lenient = await openTestClient(it, { allowsEmptyAccess: true })
    expect((await open('waiting', lenient)).landed.searchParams.get('code')).toBeTruthy()
  })

  test('a person whose access is suspended is not told that they wait for it', async () => {
    await insertTestAccount(it.db, { username: 'stopped', grants: [{ state: 'SUSPENDED' }] })
    const { response } = await open('stopped', client)
    expect(response?.statusCode).toBe(403)
    expect(response?.body).toContain('You have no active access at the moment.')
    expect(response?.body).not.toContain('waiting for access')
  })

  test('a person of another kind is refused, also with prompt=none', async () => {
    await insertTestAccount(it.db, { username: 'meg', kind: 'member' })
    const providers = await openTestClient(it, { kinds: ['provider'] })
    expect((await open('meg', providers)).response?.statusCode).toBe(403)
    const browser = it.openBrowser()
    await browser.signIn('meg', testPassword)
    const { url } = await providers.begin({ scope: 'openid', prompt: 'none' })
    expect(new URL(await follow(browser, url.href)).searchParams.get('error')).toBe('access_denied')
  })

  test('staff and members get the claims of their kind only', async () => {
    await insertTestAccount(it.db, { username: 'stan', kind: 'internal', staffRole: 'REVIEWER' })
    await insertTestAccount(it.db, { username: 'meg', kind: 'member' })
    const claimsOf = async (user: string) => {
      const browser = it.openBrowser()
      await browser.signIn(user, testPassword)
      return (await client.signIn(browser, { scope: 'openid staff member' })).claims()
    }
    const staff = await claimsOf('stan')
    expect(staff?.staff_roles).toEqual(['REVIEWER'])
    expect(staff).not.toHaveProperty('member')
    const member = await claimsOf('meg')
    expect(member?.member).toBe(true)
    expect(member).not.toHaveProperty('staff_roles')
  })
})

describe('consent', () => {
  test('is asked for once, naming what is shared, and remembered', async () => {
    client = await openTestClient(it, { name: 'Partner', asksConsent: true, scopes: ['profile', 'email'] })
    const browser = await signedIn()
    const { url, checks } = await client.begin({ scope: 'openid email' })
    const page = new URL(await follow(browser, url.href))
    const asked = await browser.get(page.pathname)
    expect(asked.headers['content-type']).toContain('text/html')
    expect(asked.body).toContain('<h1>Allow Partner to sign you in?</h1>')
    expect(asked.body).toContain('<li>Your email address</li>')
    expect(asked.body).not.toContain('<li>Your name</li>')
    expect(asked.body).toContain(`data-consent="${page.pathname}/consent"`)
    expect(asked.headers['content-security-policy']).toContain("form-action 'self'")
    expect(asked.headers['x-frame-options']).toBe('DENY')
    expect(asked.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const answered = await browser.post(`${page.pathname}/consent`, { allow: true })
    const callback = await follow(browser, answered.json().location)
    expect((await client.finish(new URL(callback), checks)).claims()?.email).toBe('ana@example.org')
    expect((await client.signIn(browser, { scope: 'openid email' })).access_token).toBeTruthy()
  })

  test('names nothing that does not apply to the person', async () => {
    await insertTestAccount(it.db, { username: 'meg', kind: 'member' })
    client = await openTestClient(it, { asksConsent: true })
    const browser = it.openBrowser()
    await browser.signIn('meg', testPassword)
    const { url } = await client.begin({ scope: 'openid access staff member' })
    const { body } = await browser.get(new URL(await follow(browser, url.href)).pathname)
    expect(body).toContain('<li>That you are a member of the plan</li>')
    expect(body).not.toContain('The providers, groups')
    expect(body).not.toContain('Your role as plan staff')
  })

  test('that is refused returns access_denied to the application', async () => {
    client = await openTestClient(it, { asksConsent: true })
    const browser = await signedIn()
    const page = new URL(await follow(browser, (await client.begin()).url.href))
    const answered = await browser.post(`${page.pathname}/consent`, { allow: false })
    const callback = new URL(await follow(browser, answered.json().location))
    expect(callback.searchParams.get('error')).toBe('access_denied')
  })

  test('cannot be given without the anti-forgery token', async () => {
    client = await openTestClient(it, { asksConsent: true })
    const browser = await signedIn()
    const page = new URL(await follow(browser, (await client.begin()).url.href))
    const forged = await browser.post(
      `${page.pathname}/consent`,
      { allow: true },
      { headers: { 'x-xsrf-token': 'no' } },
    )
    expect(forged.statusCode).toBe(403)
  })
})
