import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { testSecretKey } from '../../test/database.ts'
import { runCommand } from '../../test/run-command.ts'
import { CLIENT, startTestDirectory } from '../../test/test-directory.ts'

const OK = 'Staff can sign in through the directory with these settings.'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Runs the command with the settings of a directory. Without an issuer, none is set. */
async function run(issuer: string | undefined, env: Record<string, string> = {}) {
  const directory = issuer && {
    PORTICO_STAFF_OIDC_ISSUER: issuer,
    PORTICO_STAFF_OIDC_CLIENT_ID: CLIENT.id,
    PORTICO_STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  }
  const settings = { PORTICO_SECRET_KEY: testSecretKey, PORTICO_DEMO: '0', ...directory, ...env }
  const { code, out, err } = await runCommand('staff oidc-test', settings)
  expect(err).toBe('')
  return { code, lines: out.trimEnd().split('\n') }
}

async function startDirectory(options?: { logsOut: boolean }) {
  const directory = await startTestDirectory(['https://portal.example.org/callback'], options)
  stops.push(directory.stop)
  return directory
}

type Replies = {
  /** Changes the discovery document, or replaces it by a text. */
  document?: object | string
  status?: number
  keys?: unknown
  token?: { status: number; body: object | string }
}

/** A directory that says what a test wants it to say. */
async function startOddDirectory(replies: Replies): Promise<string> {
  let issuer = ''
  const whole = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    backchannel_logout_supported: true,
  })
  const { token = { status: 400, body: { error: 'invalid_grant' } }, keys = { keys: [{ kty: 'RSA' }] } } = replies
  const answers: Record<string, () => { status?: number | undefined; body: unknown }> = {
    '/token': () => token,
    '/keys': () => ({ body: keys }),
    '/.well-known/openid-configuration': () => ({
      status: replies.status,
      body: typeof replies.document === 'string' ? replies.document : { ...whole(), ...replies.document },
    }),
  }
  const server = createServer((request, response) => {
    const { status = 200, body } = answers[request.url ?? '']?.() ?? { status: 404, body: '' }
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return issuer
}

test('oidc-test approves a directory that works and lists the addresses to register there', async () => {
  const { issuer } = await startDirectory({ logsOut: true })
  const { code, lines } = await run(issuer, { PORTICO_STAFF_OIDC_ACR: 'urn:directory:mfa' })
  const portal = 'http://localhost:8080/thp/portal/internal/oidc'
  expect([code, ...lines]).toEqual([
    0,
    OK,
    `Register this redirect address at the directory: ${portal}/callback`,
    `Register this back-channel logout address: ${portal}/backchannel-logout`,
    `Register this redirect address at the directory: ${portal.replace('localhost', 'partner.localhost')}/callback`,
    `Register this back-channel logout address: ${portal.replace('localhost', 'partner.localhost')}/backchannel-logout`,
  ])
})

test('oidc-test says what follows from settings that are left out', async () => {
  const { issuer } = await startDirectory()
  const { code, lines } = await run(issuer)
  expect(code).toBe(0)
  expect(lines.slice(-2)).toEqual([
    'The directory announces no back-channel logout. Staff sessions end after 8 hours.',
    'PORTICO_STAFF_OIDC_ACR is not set, so the portal asks for its own second factor.',
  ])
})

test('oidc-test reports that no directory is set', async () => {
  const expected = 'PORTICO_STAFF_OIDC_ISSUER is not set, so staff sign in with passwords.'
  expect(await run(undefined)).toEqual({ code: 1, lines: [expected] })
})

test('oidc-test reports a directory that cannot be reached', async () => {
  const directory = await startDirectory()
  await directory.stop()
  stops.length = 0
  const { code, lines } = await run(directory.issuer)
  const address = `${directory.issuer}/.well-known/openid-configuration`
  expect([code, lines[0]]).toEqual([1, `The directory cannot be reached at ${address} (ECONNREFUSED).`])
})

test('oidc-test reports a directory with another name', async () => {
  const issuer = await startOddDirectory({ document: { issuer: 'https://login.example.org/tenant' } })
  const { code, lines } = await run(issuer)
  const expected =
    'The directory calls itself https://login.example.org/tenant. Set PORTICO_STAFF_OIDC_ISSUER to exactly that.'
  expect([code, lines[0]]).toEqual([1, expected])
})

test('oidc-test reports a client secret that the directory refuses', async () => {
  const { issuer } = await startDirectory()
  const { code, lines } = await run(issuer, { PORTICO_STAFF_OIDC_CLIENT_SECRET: 'another' })
  const expected = 'The directory refuses PORTICO_STAFF_OIDC_CLIENT_ID or PORTICO_STAFF_OIDC_CLIENT_SECRET.'
  expect([code, lines[0]]).toEqual([1, expected])
})

test('oidc-test reports an acr value that the directory does not offer', async () => {
  const { issuer } = await startDirectory()
  const { code, lines } = await run(issuer, { PORTICO_STAFF_OIDC_ACR: 'urn:directory:mfa urn:other' })
  expect([code, lines[0]]).toEqual([1, 'The directory does not offer urn:other, which PORTICO_STAFF_OIDC_ACR names.'])
})

test.each<[string, Replies]>([
  ['/.well-known/openid-configuration answered with HTTP status 503. Check the issuer.', { status: 503 }],
  ['/.well-known/openid-configuration is not an OpenID discovery document.', { document: '<h1>Welcome</h1>' }],
  ['The directory names no authorization endpoint.', { document: { authorization_endpoint: undefined } }],
  ['The directory names no token endpoint.', { document: { token_endpoint: undefined } }],
  ['names no key set (jwks_uri), so its tokens cannot be verified.', { document: { jwks_uri: undefined } }],
  ['The directory does not offer the code flow.', { document: { response_types_supported: ['id_token'] } }],
  ['does not offer PKCE with S256', { document: { code_challenge_methods_supported: ['plain'] } }],
  ['signs its ID tokens with no public key.', { document: { id_token_signing_alg_values_supported: ['HS256'] } }],
  ['/keys is empty.', { keys: { keys: [] } }],
  ['/keys cannot be read.', { keys: 'none' }],
  [
    'does not allow this client to use the code flow.',
    { token: { status: 400, body: { error: 'unauthorized_client' } } },
  ],
  [
    'could not be tested: the directory answers ‘server_busy’.',
    { token: { status: 400, body: { error: 'server_busy' } } },
  ],
  ['/token does not answer as OpenID requires.', { token: { status: 500, body: 'Sorry' } }],
])('oidc-test reports: %s', async (sentence, replies) => {
  const { code, lines } = await run(await startOddDirectory(replies))
  expect(code).toBe(1)
  expect(lines[0]).toContain(sentence)
  expect(lines).not.toContain(OK)
})

test('oidc-test prints problems and notes as JSON', async () => {
  const settings = { PORTICO_SECRET_KEY: testSecretKey, PORTICO_DEMO: '0' }
  const { code, out } = await runCommand('staff oidc-test --json', settings)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({ problems: [expect.stringContaining('is not set')], notes: [] })
})
