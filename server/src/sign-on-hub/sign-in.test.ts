import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addTestClient, follow, openTestClient, REDIRECT } from '../../test/test-client.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
})
beforeEach(() => it.reset())
afterAll(() => it.close())

async function signedIn(user = 'ana') {
  const browser = it.openBrowser()
  await browser.signIn(user, testPassword)
  return browser
}

test('each brand publishes its own issuer with addresses below it', async () => {
  for (const [host, origin] of [
    ['localhost', 'http://localhost'],
    ['partner.localhost', 'http://partner.localhost'],
  ] as const) {
    const response = await it.openBrowser({ host }).get('/oidc/.well-known/openid-configuration')
    const found = response.json()
    expect(found.issuer).toBe(`${origin}/oidc`)
    for (const name of ['authorization', 'token', 'userinfo', 'introspection', 'revocation', 'end_session'])
      expect(found[`${name}_endpoint`]).toMatch(new RegExp(`^${origin}/oidc/`))
    expect(found.response_modes_supported).toEqual(['query'])
    expect(found.grant_types_supported).toEqual(['authorization_code', 'refresh_token'])
    expect(found.code_challenge_methods_supported).toEqual(['S256'])
    expect(found.registration_endpoint).toBeUndefined()
    const { keys } = (await it.openBrowser({ host }).get(new URL(found.jwks_uri).pathname)).json()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
})

test('addresses come from the issuer, whatever host a proxy header names', async () => {
  const headers = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' }
  const found = (await it.openBrowser().get('/oidc/.well-known/openid-configuration', { headers })).json()
  expect(found.token_endpoint).toBe('http://localhost/oidc/token')
})

test('a signed-in person comes straight back with a code, and the application gets true claims', async () => {
  const client = await openTestClient(it)
  const browser = await signedIn()
  const { url, checks } = await client.begin()
  const response = await browser.get(url.pathname + url.search)
  expect(response.statusCode).toBe(303)
  const callback = new URL(String(response.headers.location))
  expect(callback.origin + callback.pathname).toBe(REDIRECT)
  expect(callback.searchParams.get('iss')).toBe('http://localhost/oidc')

  const tokens = await client.finish(callback, checks)
  expect(tokens.expires_in).toBe(300)
  const claims = tokens.claims()
  expect(claims).toMatchObject({
    iss: 'http://localhost/oidc',
    acr: 'urn:portico:acr:password',
    amr: ['pwd'],
    name: 'Robin Sample',
    email: 'ana@example.org',
    access: [{ level: 'NPI', id: '1100000011', role: 'SAA', permissions: ['HOME', 'CLAIM'] }],
    roles: ['SAA'],
    npis: ['1100000011'],
  })
  const session = await it.db.selectFrom('account_session').select('proved_at').executeTakeFirstOrThrow()
  expect(claims?.auth_time).toBe(Math.floor(Number(session.proved_at) / 1000))
  const info = await client.userInfo(tokens.access_token, String(claims?.sub))
  expect(info).toMatchObject({ email: 'ana@example.org', roles: ['SAA'] })
})

test('prompt=none succeeds for a signed-in person and fails for a visitor', async () => {
  const client = await openTestClient(it)
  expect((await client.signIn(await signedIn(), { prompt: 'none' })).access_token).toBeTruthy()
  const { url } = await client.begin({ prompt: 'none' })
  const back = new URL(await follow(it.openBrowser(), url.href))
  expect(back.searchParams.get('error')).toBe('login_required')
})

describe('a person who is not signed in', () => {
  test('signs in on the login page and continues to the application', async () => {
    const client = await openTestClient(it)
    const browser = it.openBrowser()
    const { url, checks } = await client.begin()
    const login = new URL(await follow(browser, url.href))
    expect(login.pathname).toBe('/thp/portal/providers/login')
    const target = login.searchParams.get('TARGET') ?? ''
    expect(target).toMatch(/^\/oidc\/interaction\/[\w-]{22}$/)
    const signed = await browser.signIn('ana', testPassword, target)
    // A redirect after the form could not leave the portal.
    expect(signed.headers.location).toBeUndefined()
    expect(signed.headers['content-security-policy']).toContain("form-action 'self'")
    expect(signed.body).toContain(`content="0; url=${target}"`)
    const callback = await follow(browser, `http://localhost${target}`)
    expect((await client.finish(new URL(callback), checks)).claims()?.amr).toEqual(['pwd'])
  })

  test('keeps the way back after a wrong password', async () => {
    const client = await openTestClient(it)
    const browser = it.openBrowser()
    const login = new URL(await follow(browser, (await client.begin()).url.href))
    const target = login.searchParams.get('TARGET') ?? ''
    const refused = await browser.signIn('ana', 'wrong', target)
    expect(new URL(String(refused.headers.location), 'http://localhost').searchParams.get('TARGET')).toBe(target)
  })

  test.each(['members', 'internal'])('stays on the login page of %s after a wrong password', async (area) => {
    const client = await openTestClient(it, { kinds: [area === 'members' ? 'member' : 'internal'] })
    const browser = it.openBrowser()
    const login = new URL(await follow(browser, (await client.begin()).url.href))
    const target = login.searchParams.get('TARGET') ?? ''
    const refused = await browser.signIn('ana', 'wrong', target, { headers: { referer: login.href } })
    const back = new URL(String(refused.headers.location), 'http://localhost')
    expect(back.pathname).toBe(`/thp/portal/${area}/login`)
    expect(back.searchParams.get('TARGET')).toBe(target)
  })

  test('goes home if the interaction began in another browser', async () => {
    const client = await openTestClient(it)
    const login = new URL(await follow(it.openBrowser(), (await client.begin()).url.href))
    const victim = it.openBrowser()
    const signed = await victim.signIn('ana', testPassword, login.searchParams.get('TARGET') ?? '')
    expect(signed.headers.location).toBe('/thp/portal/providers/home')
  })
})

test('the same person has another subject at each application, and the same at every sign-in', async () => {
  const [one, other] = [await openTestClient(it), await openTestClient(it)]
  const browser = await signedIn()
  const first = (await one.signIn(browser)).claims()?.sub
  expect((await one.signIn(browser)).claims()?.sub).toBe(first)
  expect((await other.signIn(browser)).claims()?.sub).not.toBe(first)
})

test('gives only the claims of the scopes that were asked for', async () => {
  const client = await openTestClient(it)
  const tokens = await client.signIn(await signedIn(), { scope: 'openid email' })
  const claims = tokens.claims()
  expect(claims).toHaveProperty('email')
  for (const name of ['name', 'access', 'roles', 'npis', 'staff_roles', 'member'])
    expect(claims).not.toHaveProperty(name)
})

test('leaves out permissions that the application is not entitled to', async () => {
  const client = await openTestClient(it, { permissions: ['CLAIM'] })
  const claims = (await client.signIn(await signedIn())).claims()
  expect(claims?.access).toEqual([expect.objectContaining({ permissions: ['CLAIM'] })])
})

test('a refresh token is used once; using it again ends everything that came of it', async () => {
  const client = await openTestClient(it)
  const tokens = await client.signIn(await signedIn())
  const next = await client.refresh(tokens.refresh_token ?? '')
  expect(next.refresh_token).not.toBe(tokens.refresh_token)
  expect((await client.introspect(next.access_token)).active).toBe(true)
  await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(client.refresh(next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await client.introspect(next.access_token)).active).toBe(false)
})

test('a refresh shows access that was granted since', async () => {
  const client = await openTestClient(it)
  const tokens = await client.signIn(await signedIn())
  await it.db
    .updateTable('access_grant')
    .set({ permissions: ['HOME'] })
    .execute()
  const next = await client.refresh(tokens.refresh_token ?? '')
  expect(next.claims()?.access).toEqual([expect.objectContaining({ permissions: ['HOME'] })])
})

test('a revoked token is no longer active', async () => {
  const client = await openTestClient(it)
  const tokens = await client.signIn(await signedIn())
  await client.revoke(tokens.access_token)
  expect((await client.introspect(tokens.access_token)).active).toBe(false)
})

/** Every address of the library, and whether it answers here. */
const LIBRARY: Record<string, boolean> = {
  'GET auth': true,
  'POST auth': false,
  'GET auth/x': true,
  'POST token': true,
  'GET me': true,
  'POST me': true,
  'GET jwks': true,
  'POST token/introspection': true,
  'POST token/revocation': true,
  'GET session/end': true,
  'POST session/end': false,
  'POST session/end/confirm': true,
  'GET session/end/success': true,
  'GET .well-known/openid-configuration': true,
  'GET .well-known/oauth-authorization-server': true,
  'GET .well-known/openid-credential-issuer': false,
  'POST reg': false,
  'GET reg/x': false,
  'POST device/auth': false,
  'GET device': false,
  'POST request': false,
  'POST backchannel': false,
  'POST challenge': false,
  'POST credential': false,
  'GET interaction/x': false,
  'POST interaction/x/abort': false,
}

test('only the listed addresses answer below the issuer', async () => {
  for (const [name, answers] of Object.entries(LIBRARY)) {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string]
    const { statusCode } = await it.app.inject({ method, url: `/oidc/${path}`, headers: { host: 'localhost' } })
    if (answers) expect(statusCode, name).not.toBe(404)
    else expect(statusCode, name).toBe(404)
  }
})

test('works over a real connection', async () => {
  const client = await openTestClient(it)
  const { access_token: token } = await client.signIn(await signedIn())
  const address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${address}/oidc/token/introspection`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
  })
  expect(await reply.json()).toMatchObject({ active: true, client_id: client.clientId })
  const broken = await fetch(`${address}/oidc/token`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.status).toBe(400)
})

describe('behind https', () => {
  const origin = 'https://portal.example.org'
  const publicUrls = { harborview: origin, bayside: 'https://b.example.org' }
  let usual: TestApp

  /** The library reads the addresses once. */
  async function openOther(settings: object) {
    it = await buildTestApp({ database: 'migrated', clock: createRunningClock(), settings })
    await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  }
  beforeEach(() => {
    usual = it
  })
  afterEach(async () => {
    await it.close()
    it = usual
  })

  test('every address is https and every cookie is Secure', async () => {
    await openOther({ publicUrls })
    const browser = it.openBrowser({ host: 'portal.example.org' })
    const found = (await browser.get('/oidc/.well-known/openid-configuration')).json()
    expect(found.authorization_endpoint).toBe('https://portal.example.org/oidc/auth')
    const { clientId } = await addTestClient(it)
    const query = { client_id: clientId, response_type: 'code', redirect_uri: REDIRECT, scope: 'openid' }
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const begun = await browser.get(`/oidc/auth?${new URLSearchParams({ ...query, ...challenge })}`)
    const cookies = [begun.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(1)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i)
    const next = await browser.get(String(begun.headers.location))
    expect([next.headers['set-cookie']].flat().join('\n')).toMatch(/portico_hub_pending=.*; Secure/)
  })

  test('in production, sets only cookies with the prefix of the whole host, and two tabs sign in beside each other', async () => {
    await openOther({ production: true, publicUrls })
    const client = await openTestClient(it, { origin })
    const browser = it.openBrowser({ host: 'portal.example.org' })
    const tabs = [await client.begin(), await client.begin()]
    const pages = []
    for (const { url } of tabs) {
      const begun = await browser.get(url.pathname + url.search)
      const cookies = [begun.headers['set-cookie'] ?? []].flat()
      expect(cookies.length).toBeGreaterThan(1)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-portico_hub/)
        expect(cookie).toMatch(/; path=\/(;|$)/i)
        expect(cookie).toMatch(/; secure/i)
        expect(cookie).not.toMatch(/domain/i)
      }
      pages.push(await follow(browser, new URL(String(begun.headers.location), origin).href))
    }
    for (const page of pages) expect(page).toContain('/login?TARGET=')
    await browser.signIn('ana', testPassword)
    for (const [tab, { checks }] of tabs.entries()) {
      const target = new URL(pages[tab] ?? '').searchParams.get('TARGET') ?? ''
      const tokens = await client.finish(new URL(await follow(browser, origin + target)), checks)
      expect(tokens.claims()).toMatchObject({ iss: `${origin}/oidc` })
    }
  })
})
