import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, createChallenge as createAltchaChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Deps } from '#platform/deps.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { solveForTests } from '../../../../test/solve-captcha.ts'
import { captchaKey, createChallenge, verifyCaptcha } from './captcha.ts'

const altcha = readSettings({ PORTICO_SECRET_KEY: testSecretKey, PORTICO_CAPTCHA_COST: '2' })
let now: Date
let database: TestDatabase
let connection: DatabaseConnection
let warnings: string[]

const log = { warn: (details: unknown, line: string) => warnings.push(JSON.stringify([details, line])) }
const deps = (settings = altcha) => ({ db: connection.db, settings, now, log: log as unknown as Deps['log'] })
const verify = (answer: unknown, settings = altcha) => verifyCaptcha(deps(settings), answer)

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

beforeEach(() => {
  now = new Date()
  warnings = []
})

async function issue(): Promise<Challenge & { signature: string }> {
  const { parameters, signature = '' } = await createChallenge(deps())
  if (!parameters) throw new Error('no challenge')
  return { parameters, signature }
}

type Loose = {
  challenge: { parameters: Record<string, unknown>; signature: string }
  solution: Record<string, unknown>
}
function changed(answer: string, change: (payload: Loose) => void): string {
  const payload = JSON.parse(Buffer.from(answer, 'base64').toString())
  change(payload)
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

describe('embedded captcha', () => {
  test('the browser gets the key of the embedded captcha', () => {
    expect(captchaKey(altcha)).toBe('altcha')
  })

  test('accepts a solved challenge once', async () => {
    const answer = await solveForTests(await issue())
    expect(await verify(answer)).toBe(true)
    expect(await verify(answer)).toBe(false)
  })

  test('accepts a solved challenge once among parallel requests', async () => {
    const answer = await solveForTests(await issue())
    const results = await Promise.all(Array.from({ length: 12 }, () => verify(answer)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('treats a different encoding of an answer as the same answer', async () => {
    const answer = await solveForTests(await issue())
    expect(await verify(answer)).toBe(true)
    const reordered = changed(answer, (payload) => {
      payload.challenge.parameters = Object.fromEntries(Object.entries(payload.challenge.parameters).reverse())
    })
    expect(await verify(reordered)).toBe(false)
    expect(await verify(`${answer} `)).toBe(false)
  })

  test('does not spend an answer if its proof cannot be written', async () => {
    const answer = await solveForTests(await issue())
    const undone = verifyCaptcha(deps(), answer, () => Promise.reject(new Error('undo')))
    await expect(undone).rejects.toThrow('undo')
    expect(await verify(answer)).toBe(true)
  })

  test('refuses an expired challenge', async () => {
    const answer = await solveForTests(await issue())
    now = new Date(now.getTime() + 30 * 60_000)
    expect(await verify(answer)).toBe(false)
  })

  test('deletes expired answers', async () => {
    expect(await verify(await solveForTests(await issue()))).toBe(true)
    now = new Date(now.getTime() + 40 * 60_000)
    const later = await solveForTests(await issue())
    expect(await verify(later)).toBe(true)
    expect(await connection.db.selectFrom('captcha_spent').select('challenge').execute()).toHaveLength(1)
  })

  test.each<[string, (payload: Loose) => void]>([
    ['cost', (payload) => (payload.challenge.parameters.cost = 1)],
    ['prefix', (payload) => (payload.challenge.parameters.keyPrefix = '0000')],
    ['nonce', (payload) => (payload.challenge.parameters.nonce = '0'.repeat(32))],
    ['time', (payload) => (payload.challenge.parameters.data = { until: 9_999_999_999 })],
    ['expiry taken away', (payload) => delete payload.challenge.parameters.expiresAt],
    ['signature', (payload) => (payload.challenge.signature = 'f'.repeat(64))],
    ['signature taken away', (payload) => (payload.challenge.signature = '')],
    ['derived key', (payload) => (payload.solution.derivedKey = '00'.repeat(32))],
    ['counter', (payload) => (payload.solution.counter = 4_294_967_295)],
    ['counter that is no number', (payload) => (payload.solution.counter = '1')],
    ['solution taken away', (payload) => (payload.solution = {})],
  ])('refuses a challenge with a changed %s', async (_, change) => {
    const answer = await solveForTests(await issue())
    expect(await verify(changed(answer, change))).toBe(false)
    expect(await verify(answer)).toBe(true)
  })

  test('refuses a challenge with a foreign signature or none', async () => {
    const options = { algorithm: 'PBKDF2/SHA-256', cost: 1, deriveKey, data: { until: 9_999_999_999 } }
    const foreign = await createAltchaChallenge({ ...options, hmacSignatureSecret: 'another secret' })
    expect(await verify(await solveForTests(foreign))).toBe(false)
    expect(await verify(await solveForTests(await createAltchaChallenge(options)))).toBe(false)
  })

  test.each([undefined, null, '', 'x', 'altcha', '{}', 'bnVsbA==', 'W10=', '%%%', 'A'.repeat(20_000), 7, {}, []])(
    'refuses the malformed answer %j',
    async (answer) => {
      expect(await verify(answer)).toBe(false)
    },
  )
})

describe('external captcha', () => {
  let provider: Server
  let reply: { status?: number; text: string }
  let seen: string[]
  const outside = (url?: string) =>
    readSettings({
      PORTICO_SECRET_KEY: testSecretKey,
      PORTICO_CAPTCHA: 'siteverify',
      PORTICO_CAPTCHA_SITE_KEY: 'site-key',
      PORTICO_CAPTCHA_SECRET: 'site-secret',
      PORTICO_CAPTCHA_VERIFY_URL: url ?? `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`,
      PORTICO_CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
    })

  beforeAll(async () => {
    provider = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push(body)
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.text)
    })
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  })

  afterAll(() => provider.close())

  beforeEach(() => {
    seen = []
    reply = { text: '{"success": true}' }
  })

  test('the browser gets the site key and the script URL of an external captcha', async () => {
    expect(captchaKey(outside())).toBe('site-key')
    expect(await createChallenge(deps(outside()))).toEqual({ scriptUrl: 'https://captcha.example/api.js' })
  })

  test('sends secret and token to the external provider, and accepts a token once', async () => {
    expect(await verify('token-1', outside())).toBe(true)
    expect(new URLSearchParams(seen[0]).get('response')).toBe('token-1')
    expect(new URLSearchParams(seen[0]).get('secret')).toBe('site-secret')
    expect(await verify('token-1', outside())).toBe(false)
  })

  test.each([
    ['no', { text: '{"success": false, "error-codes": ["timeout-or-duplicate"]}' }],
    ['a string', { text: '{"success": "true"}' }],
    ['nothing', { text: 'null' }],
    ['no JSON', { text: '<html>' }],
    ['a failure', { status: 500, text: '{"success": true}' }],
  ])('refuses a token if the provider returns %s', async (answer, given) => {
    reply = given
    expect(await verify(`token-${answer}`, outside())).toBe(false)
  })

  test('refuses a token if the provider is unreachable, and logs no token', async () => {
    expect(await verify('token-away', outside('http://127.0.0.1:1/siteverify'))).toBe(false)
    expect(warnings).toHaveLength(1)
    expect(warnings.join()).not.toContain('token-away')
  })

  test('refuses an answer of the embedded captcha if an external one is configured', async () => {
    reply = { text: '{"success": false}' }
    expect(await verify(await solveForTests(await issue()), outside())).toBe(false)
  })
})
