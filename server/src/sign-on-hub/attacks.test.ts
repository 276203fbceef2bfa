import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { connectTestClient, follow, openTestClient, REDIRECT, type TestClient } from '../../test/test-client.ts'
import { rotateSecret } from './sign-on-hub.ts'

let it: TestApp
let client: TestClient
let other: TestClient
beforeAll(async () => {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
  for (const username of ['ana', 'eve']) await insertTestAccount(it.db, { username, grants: [{ role: 'AA' }] })
  client = await openTestClient(it)
  other = await openTestClient(it)
})
afterAll(() => it.close())

async function signIn(username = 'ana', host = 'localhost') {
  const browser = it.openBrowser({ host })
  await browser.signIn(username, testPassword)
  return browser
}

/** Asks for an authorization with changed parameters, and returns the error that the application or the page gets. */
async function authorize(parameters: Record<string, string>, remove: string[] = []) {
  const { url } = await client.begin(parameters)
  for (const name of remove) url.searchParams.delete(name)
  const browser = await signIn()
  const response = await browser.get(url.pathname + url.search)
  const { location } = response.headers
  const error = typeof location === 'string' ? new URL(location, 'http://localhost').searchParams.get('error') : null
  return { response, location, error }
}

const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`

type Credentials = { clientId: string; clientSecret: string }

/** A form post of an application's server. */
const postAs = (as: Credentials, path: string, fields: Record<string, string>, host = 'localhost') =>
  it.app.inject({
    method: 'POST',
    url: `/oidc/${path}`,
    payload: new URLSearchParams(fields).toString(),
    headers: { host, authorization: basic(as), 'content-type': 'application/x-www-form-urlencoded' },
  })

test('a code works once; using it again ends what it was exchanged for', async () => {
  const { url, checks } = await client.begin()
  const callback = new URL(await follow(await signIn(), url.href))
  const tokens = await client.finish(callback, checks)
  expect((await client.introspect(tokens.access_token)).active).toBe(true)
  await expect(client.finish(callback, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await client.introspect(tokens.access_token)).active).toBe(false)
  await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

/** Holds the rows of a model until `count` statements wait for them, so that all of them have read before one writes. */
async function pauseUses(model: string, count: number): Promise<void> {
  await it.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('hub_record').select('model').where('model', '=', model).forUpdate().execute()
    const waiting = sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(it.db)).rows[0]?.waiting).toBe(count)
  })
}

/** Runs both at the same moment and returns the tokens of the one that succeeds. */
async function useTwice(model: string, use: () => ReturnType<TestClient['finish']>) {
  const results = Promise.allSettled([use(), use()])
  await pauseUses(model, 2)
  const [won, ...more] = (await results).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(more).toEqual([])
  if (!won) throw new Error('Neither succeeded')
  return won
}

test('of two simultaneous exchanges of one code exactly one gets tokens, and they end', async () => {
  const { url, checks } = await client.begin()
  const callback = new URL(await follow(await signIn(), url.href))
  const tokens = await useTwice('AuthorizationCode', () => client.finish(callback, checks))
  expect((await client.introspect(tokens.access_token)).active).toBe(false)
  await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('of two simultaneous uses of one refresh token exactly one gets tokens, and they end', async () => {
  const first = await client.signIn(await signIn())
  const tokens = await useTwice('RefreshToken', () => client.refresh(first.refresh_token ?? ''))
  for (const token of [first.access_token, tokens.access_token])
    expect((await client.introspect(token)).active).toBe(false)
  await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

describe('PKCE', () => {
  test('is required', async () => {
    expect((await authorize({}, ['code_challenge', 'code_challenge_method'])).error).toBe('invalid_request')
  })

  test('cannot be downgraded to plain', async () => {
    expect((await authorize({ code_challenge_method: 'plain' })).error).toBe('invalid_request')
    expect((await authorize({}, ['code_challenge_method'])).error).toBe('invalid_request')
  })

  test('refuses another verifier, or none', async () => {
    for (const verifier of [{ code_verifier: 'x'.repeat(43) }, {}]) {
      const callback = new URL(await follow(await signIn(), (await client.begin()).url.href))
      const fields = {
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT,
      }
      const refused = await postAs(client, 'token', { ...fields, ...verifier } as Record<string, string>)
      expect(refused.json().error).toBe('invalid_grant')
    }
  })
})

test.each([
  `${REDIRECT}/`,
  `${REDIRECT}?x=1`,
  `${REDIRECT}#x`,
  REDIRECT.replace('https', 'http'),
  REDIRECT.replace('.org', '.org:8443'),
  REDIRECT.replace('.org', '.org.evil.org'),
  REDIRECT.replace('tool', 'TOOL2'),
  REDIRECT.replace('//', '//evil@'),
  `${REDIRECT}/../other`,
  REDIRECT.replace('callback', 'CALLBACK'),
  'javascript:alert(1)',
])('the redirect address %s almost matches and is refused with a page', async (redirect) => {
  const { response, location } = await authorize({ redirect_uri: redirect })
  expect(response.statusCode).toBe(400)
  expect(location).toBeUndefined()
  expect(response.body).not.toContain(redirect)
})

test('an exchange with another redirect address is refused', async () => {
  const { url, checks } = await client.begin()
  const callback = new URL(await follow(await signIn(), url.href))
  const fields = { grant_type: 'authorization_code', code: callback.searchParams.get('code') ?? '' }
  const verifier = { code_verifier: checks.pkceCodeVerifier, redirect_uri: `${REDIRECT}2` }
  expect((await postAs(client, 'token', { ...fields, ...verifier })).json().error).toBe('invalid_grant')
})

test('clients, codes and tokens of one brand mean nothing at the other', async () => {
  const tokens = await client.signIn(await signIn())
  const host = 'partner.localhost'
  expect((await postAs(client, 'token/introspection', { token: tokens.access_token }, host)).statusCode).toBe(401)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  expect((await it.openBrowser({ host }).get('/oidc/me', { headers })).statusCode).toBe(401)
  expect(
    (await it.openBrowser({ host }).get('/oidc/may?npi=1100000011&permission=CLAIM', { headers })).statusCode,
  ).toBe(401)
  const partner = await openTestClient(it, { brand: 'bayside', origin: 'http://partner.localhost' })
  expect((await postAs(partner, 'token/introspection', { token: tokens.access_token }, host)).json().active).toBe(false)
  const { url } = await client.begin()
  const asked = await (await signIn('ana', host)).get(url.pathname + url.search)
  expect(asked.statusCode).toBe(400)
  expect(asked.headers.location).toBeUndefined()
})

describe('an interaction', () => {
  test('cannot be continued in another browser, nor by a forged cookie', async () => {
    const victim = it.openBrowser()
    const login = new URL(await follow(victim, (await client.begin()).url.href))
    const target = login.searchParams.get('TARGET') ?? ''
    const attacker = await signIn('eve')
    const refused = await attacker.get(target)
    expect(refused.statusCode).toBe(404)
    expect(refused.body).toContain('<h1>This sign-in has expired</h1>')
    attacker.cookies.set('portico_hub_interaction', 'x'.repeat(21))
    attacker.cookies.set('portico_hub_interaction.sig', 'x'.repeat(27))
    expect((await attacker.get(target)).statusCode).toBe(404)
    expect((await attacker.get(`/oidc/auth/${'x'.repeat(21)}`)).statusCode).toBe(400)
  })

  test('cannot be resumed in another browser after the victim signed in', async () => {
    const victim = it.openBrowser()
    const login = new URL(await follow(victim, (await client.begin()).url.href))
    const target = login.searchParams.get('TARGET') ?? ''
    await victim.signIn('ana', testPassword, target)
    const resume = String((await victim.get(target)).headers.location)
    const stolen = await (await signIn('eve')).get(new URL(resume).pathname)
    expect(stolen.statusCode).toBe(400)
    expect(stolen.headers.location).toBeUndefined()
  })

  test('never leads to an address from the query', async () => {
    for (const target of [
      '//evil.example.org',
      'https://evil.example.org/oidc/interaction/x',
      `/oidc/interaction/${'x'.repeat(22)}`,
    ]) {
      const signed = await it.openBrowser().signIn('ana', testPassword, target)
      expect(signed.headers.location).toBe('/thp/portal/providers/home')
    }
  })
})

test('the library’s cookie of one person gives nothing in the session of another', async () => {
  const ana = await signIn()
  await client.signIn(ana)
  const eve = await signIn('eve')
  for (const name of ['portico_hub', 'portico_hub.sig']) eve.cookies.set(name, ana.cookies.get(name) ?? '')
  expect((await client.signIn(eve)).claims()?.email).toBe('eve@example.org')
})

describe('tokens of another client', () => {
  test('cannot be introspected, refreshed or revoked', async () => {
    const tokens = await client.signIn(await signIn())
    expect((await other.introspect(tokens.access_token)).active).toBe(false)
    expect((await other.introspect(tokens.refresh_token ?? '')).active).toBe(false)
    await expect(other.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    await other.revoke(tokens.access_token).catch(() => {})
    expect((await client.introspect(tokens.access_token)).active).toBe(true)
  })

  test('nor can a code be exchanged by another client', async () => {
    const { url, checks } = await client.begin()
    const callback = new URL(await follow(await signIn(), url.href))
    await expect(other.finish(callback, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

test.each([
  ['request_uri', 'https://evil.example.org/request'],
  ['request', 'e30.e30.'],
  ['registration', '{}'],
])('the parameter %s is refused', async (name, value) => {
  expect((await authorize({ [name]: value })).error).toBe(`${name}_not_supported`)
})

test.each(['response_mode=form_post', 'response_mode=fragment', 'response_type=id_token', 'response_type=code token'])(
  '%s is refused',
  async (parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    const { location, response } = await authorize({ [name]: value })
    expect(String(location ?? response.body)).toMatch(/error|invalid_request|unsupported/)
    expect(String(location)).not.toContain('code=')
  },
)

test('there is no password grant, no client credentials grant and no registration', async () => {
  for (const fields of [
    { grant_type: 'password', username: 'ana', password: testPassword },
    { grant_type: 'client_credentials' },
  ] as Record<string, string>[])
    expect((await postAs(client, 'token', fields)).json().error).toBe('unsupported_grant_type')
  expect((await it.openBrowser().postForm('/oidc/reg', {})).statusCode).toBe(404)
})

test('a scope that the application is not entitled to is not given', async () => {
  const narrow = await openTestClient(it, { scopes: ['email'] })
  const { url } = await narrow.begin({ scope: 'openid email access' })
  const back = new URL(await follow(await signIn(), url.href))
  expect(back.searchParams.get('error')).toBe('invalid_scope')
})

test('the id_token_hint of another person gives no code', async () => {
  const hint = (await client.signIn(await signIn('eve'))).id_token ?? ''
  expect((await authorize({ id_token_hint: hint, prompt: 'none' })).error).toBe('login_required')
  const { url } = await client.begin({ id_token_hint: hint })
  const back = new URL(await follow(await signIn('ana'), url.href))
  expect(back.searchParams.get('error')).toBe('login_required')
  expect(back.searchParams.get('code')).toBeNull()
})

test('a wrong secret and a disabled client are refused', async () => {
  const wrong = await connectTestClient(it, { clientId: client.clientId, clientSecret: 'x'.repeat(43) })
  await expect(wrong.introspect('x')).rejects.toMatchObject({ status: 401 })
  const { clientId, clientSecret } = await openTestClient(it)
  await it.db.updateTable('hub_client').set({ disabled_at: it.clock.now() }).where('client_id', '=', clientId).execute()
  expect((await postAs({ clientId, clientSecret }, 'token/introspection', { token: 'x' })).statusCode).toBe(401)
})

test('after a rotation the former secret is valid for a day', async () => {
  const { clientId, clientSecret } = await openTestClient(it)
  const context = { ...systemContext(it.deps), now: new Date() }
  const rotated = await transact(context, (inside) => rotateSecret(inside, clientId))
  if ('refusal' in rotated) throw new Error(rotated.refusal.message)
  const statusOf = async (secret: string) =>
    (await postAs({ clientId, clientSecret: secret }, 'token/introspection', { token: 'x' })).statusCode
  expect([await statusOf(clientSecret), await statusOf(rotated.entity.clientSecret)]).toEqual([200, 200])
  const past = new Date(Date.now() - 1000)
  await it.db.updateTable('hub_client').set({ retired_secret_until: past }).where('client_id', '=', clientId).execute()
  expect([await statusOf(clientSecret), await statusOf(rotated.entity.clientSecret)]).toEqual([401, 200])
})

test('every reply of the hub has the security headers, and those with tokens are not stored', async () => {
  const pages = [
    '/oidc/.well-known/openid-configuration',
    '/oidc/auth?client_id=unknown',
    '/oidc/nothing',
    '/oidc/session/end',
  ]
  for (const page of pages) {
    const { headers } = await it.openBrowser().get(page)
    expect(headers['content-security-policy'], page).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options'], page).toBe('nosniff')
  }
  const refused = await postAs(client, 'token', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT })
  expect(refused.headers['cache-control']).toContain('no-store')
})
