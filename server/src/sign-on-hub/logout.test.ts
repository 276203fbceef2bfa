import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logout } from '@portico/core/signon/calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addTestClient, follow, openTestClient, REDIRECT } from '../../test/test-client.ts'
import { LOGOUT_TIMEOUT_MS, postLogout } from './domain/logouts/post-logout.ts'
import { deliverLogouts } from './sign-on-hub.ts'

let it: TestApp
let tool: Server
let received: string[]
let answer: { status: number; location?: string }
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
})
beforeEach(async () => {
  await it.reset()
  received = []
  answer = { status: 200 }
  tool = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(`${request.url} ${body}`)
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('a secret reply')
    })
  })
  await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  tool.closeAllConnections()
  await new Promise((resolve) => tool.close(resolve))
})
afterAll(() => it.close())

const toolAddress = () => `http://127.0.0.1:${(tool.address() as AddressInfo).port}/logout`

async function signIn() {
  const browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  return browser
}

async function signInToTool() {
  const client = await openTestClient(it, { logoutUri: toolAddress() })
  const browser = await signIn()
  return { client, browser, tokens: await client.signIn(browser) }
}

const findLogouts = () => it.db.selectFrom('hub_logout').selectAll().execute()

test('signing out of the portal sends a signed logout token to the application', async () => {
  const { client, browser, tokens } = await signInToTool()
  await browser.postCall(logout.path)
  expect(await deliverLogouts(it.deps)).toBe(1)
  const [, body = ''] = received[0]?.split(' ') ?? []
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  const [header = '', payload = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { keys } = (await it.openBrowser().get('/oidc/jwks')).json()
  const key = createPublicKey({ key: keys[0] as JsonWebKey, format: 'jwk' })
  expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(read(header)).toEqual({ alg: 'RS256', typ: 'logout+jwt', kid: keys[0].kid })
  expect(read(payload)).toMatchObject({
    iss: 'http://localhost/oidc',
    aud: client.clientId,
    sub: tokens.claims()?.sub,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(read(payload)).not.toHaveProperty('nonce')
  expect(await deliverLogouts(it.deps)).toBe(0)
})

describe('a logout that the application does not accept', () => {
  test('is sent again later and fails permanently after a day; the reply is not stored', async () => {
    answer = { status: 500 }
    const { browser } = await signInToTool()
    await browser.postCall(logout.path)
    expect(await deliverLogouts(it.deps)).toBe(0)
    const [failed] = await findLogouts()
    expect(failed).toMatchObject({ attempts: 1, error: 'HTTP 500', sent_at: null, gave_up_at: null })
    expect(JSON.stringify(failed)).not.toContain('secret')
    await deliverLogouts(it.deps)
    expect(received).toHaveLength(1)
    it.clock.advance(31)
    answer = { status: 200 }
    expect(await deliverLogouts(it.deps)).toBe(1)
    expect((await findLogouts())[0]).toMatchObject({ attempts: 2, error: null })
  })

  test('fails permanently after a day', async () => {
    answer = { status: 500 }
    const { browser } = await signInToTool()
    await browser.postCall(logout.path)
    it.clock.advance(86_401)
    await deliverLogouts(it.deps)
    expect((await findLogouts())[0]?.gave_up_at).not.toBeNull()
    it.clock.advance(3600)
    await deliverLogouts(it.deps)
    expect(received).toHaveLength(1)
  })

  test('is not sent to the address of a redirect', async () => {
    answer = { status: 307, location: '/elsewhere' }
    const { browser } = await signInToTool()
    await browser.postCall(logout.path)
    expect(await deliverLogouts(it.deps)).toBe(0)
    expect(received.map((line) => line.split(' ')[0])).toEqual(['/logout'])
    expect((await findLogouts())[0]?.error).toBe('HTTP 307')
  })
})

describe('an application that stalls', () => {
  test('has five seconds to answer', () => expect(LOGOUT_TIMEOUT_MS).toBe(5000))

  test('before its reply is left', async () => {
    tool.removeAllListeners('request').on('request', () => {})
    expect(await postLogout(toolAddress(), 'token', { production: false, timeoutMs: 100 })).toBe('TIMEOUT')
  })

  test('after the head of its reply is not waited for', async () => {
    tool.removeAllListeners('request').on('request', (_request, response) => {
      response.writeHead(200).write('the rest never comes')
    })
    expect(await postLogout(toolAddress(), 'token', { production: false })).toBeUndefined()
  })

  test('within the head of its reply is left too', async () => {
    tool.removeAllListeners('request').on('request', (request) => request.socket.write('HTTP/1.1 200 OK\r\nx-slow: '))
    expect(await postLogout(toolAddress(), 'token', { production: false, timeoutMs: 100 })).toBe('TIMEOUT')
  })
})

test('two processes send a logout once', async () => {
  const { browser } = await signInToTool()
  await browser.postCall(logout.path)
  const sent = await Promise.all([deliverLogouts(it.deps), deliverLogouts(it.deps)])
  expect(sent.toSorted()).toEqual([0, 1])
  expect(received).toHaveLength(1)
})

describe('in production', () => {
  test.each([
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://a.localhost/x',
    'http://tool.example.org/x',
  ])('%s is refused as an address', async (logoutUri) => {
    it.deps.settings.production = true
    await expect(addTestClient(it, { logoutUri })).rejects.toThrow('is not an https address')
    await expect(addTestClient(it, { redirectUris: [logoutUri] })).rejects.toThrow('is not an https address')
    expect(await postLogout(logoutUri, 'token', { production: true })).toBe('LOOPBACK')
  })

  test('a name that resolves to this machine is not connected to', async () => {
    // The name resolves to 127.0.0.1 by /etc/hosts or not at all.
    expect(await postLogout('https://localhost.localdomain/x', 'token', { production: true })).toMatch(
      /LOOPBACK|ENOTFOUND|EAI_AGAIN/,
    )
  })
})

describe('logout begun at an application', () => {
  const endSession = (parameters: Record<string, string>) => `/oidc/session/end?${new URLSearchParams(parameters)}`

  test('asks for confirmation, signs out everywhere and continues to the application by GET', async () => {
    const { client, browser, tokens } = await signInToTool()
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: REDIRECT, state: 'abc' }
    const page = await browser.get(endSession(hint))
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? []
    expect(action).toBe('http://localhost/oidc/session/end/confirm')
    const ended = await browser.postForm('/oidc/session/end/confirm', { xsrf, logout: 'yes' })
    expect(ended.statusCode).toBe(200)
    expect(ended.headers.location).toBeUndefined()
    expect(ended.body).toContain(`content="0; url=${REDIRECT}?state=abc"`)
    expect((await client.introspect(tokens.access_token)).active).toBe(false)
    expect((await browser.getCall('/rest/sec/common/isProviderUser')).http).toBe(401)
    expect(browser.cookies.has('portico_session')).toBe(false)
    expect(await deliverLogouts(it.deps)).toBe(1)
  })

  test('ends nothing without the form’s own token', async () => {
    const { client, browser, tokens } = await signInToTool()
    await browser.get(endSession({ id_token_hint: tokens.id_token ?? '' }))
    const forged = await browser.postForm('/oidc/session/end/confirm', { xsrf: 'forged', logout: 'yes' })
    expect(forged.statusCode).toBe(400)
    expect((await client.introspect(tokens.access_token)).active).toBe(true)
  })

  test('continues at once if nobody is signed in', async () => {
    const { tokens } = await signInToTool()
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: REDIRECT }
    expect(await follow(it.openBrowser(), `http://localhost${endSession(hint)}`)).toBe(REDIRECT)
    const home = await it.openBrowser().get(endSession({}))
    expect(home.headers.location).toBe('/thp/portal/providers/login?signedout=1')
  })

  test('leads only to a registered address', async () => {
    const { browser, tokens } = await signInToTool()
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: 'https://evil.example.org/' }
    const refused = await browser.get(endSession(hint))
    expect(refused.statusCode).toBe(400)
    expect(refused.body).not.toContain('evil')
  })
})
