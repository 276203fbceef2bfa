import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { administer } from '../../../test/database.ts'
import { recordAudit } from '../audit/audit.ts'
import { systemContext } from '../context.ts'
import type { Deps } from '../deps.ts'
import { createMetrics } from '../observability/metrics.ts'
import { instance, release } from '../observability/release.ts'
import { watchBacklogAges, watchCommands, watchImports } from '../operations/gauges.ts'
import { watchReadiness } from '../operations/health.ts'
import { SYSTEM_TEXT } from './errors.ts'
import { httpOptions, trustedProxies } from './http.ts'

let web: string
let test: TestApp
const call = '/Provider/rest/sec/common/trackUser'
const INLINE = '<style>p{margin:0}</style><script data-app="/assets/app-1234.js">start()</script>'

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'portico-web-'))
  await mkdir(join(web, 'assets'))
  await mkdir(join(web, 'content'))
  await writeFile(join(web, 'assets', 'app-1234.js'), 'export default 1\n')
  await writeFile(join(web, 'assets', 'app-1234.js.br'), 'brotli stands here')
  await writeFile(join(web, 'content', 'blank.css'), '')
  const names = { BRAND_NAME: 'Harborview & Sons', BRAND_FONT: '/assets/a.woff2' }
  const brands = { harborview: { BRAND: 'harborview', ...names }, bayside: { BRAND: 'bayside', ...names } }
  await writeFile(join(web, 'brands.json'), JSON.stringify(brands))
  for (const entry of ['providers', 'members', 'internal', 'registration', 'demo'])
    await writeFile(
      join(web, `${entry}.html`),
      `<html data-brand="%BRAND%" data-entry="${entry}"><title>%BRAND_NAME%</title>${entry === 'members' ? INLINE : ''}`,
    )
  test = await buildTestApp({ database: 'migrated', webFolder: web, settings: { demo: true } })
})
afterAll(async () => {
  await test.close()
  await rm(web, { recursive: true })
})

it('answers a request that is in flight when the server closes, then closes the connection', async () => {
  const app = fastify(httpOptions)
  app.get('/', async () => 'answered')
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const arrived = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTTP/1.1\r\n')
  await Promise.all([arrived, once(socket, 'data')])
  const closed = app.close()
  socket.write('host: localhost\r\n\r\n')
  const [second] = await once(socket, 'data')
  expect(second).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*answered$/i)
  await closed
})

/** A browser with an anti-forgery cookie and nothing else. */
async function openVisitor() {
  const browser = test.openBrowser()
  await browser.get('/thp/portal/providers/login')
  const token = browser.cookies.get('XSRF-TOKEN') ?? ''
  return {
    browser,
    headers: { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token, 'content-type': 'application/json' },
  }
}

describe('pages opened by a mailed link', () => {
  it.each([
    '/thp/portal/providers/registration?reqId=x',
    '/thp/portal/providers/registration?activateId=x',
    '/thp/portal/members/forgot-password?resetId=x',
    '/thp/portal/internal/forgot-password?from=mail&resetId=x',
  ])('sends no referrer from %s', async (url) => {
    expect((await test.openBrowser().get(url)).headers['referrer-policy']).toBe('no-referrer')
  })

  it('sends the origin as referrer from every other page, which the sign-on agent needs', async () => {
    const reply = await test.openBrowser().get('/thp/portal/providers/login')
    expect(reply.headers['referrer-policy']).toBe('same-origin')
  })
})

describe('client addresses behind proxies', () => {
  const header = '198.51.100.9, 192.0.2.7, 203.0.113.5'
  it.each([
    [false, '127.0.0.1'],
    [1, '203.0.113.5'],
    [2, '192.0.2.7'],
    ['127.0.0.1', '203.0.113.5'],
  ] as const)(
    'takes the address that the outermost of %s trusted proxies reports, never one the visitor sent',
    async (setting, address) => {
      const server = fastify({ trustProxy: trustedProxies(setting) })
      server.get('/', (request) => ({ ip: request.ip }))
      const reply = await server.inject({ url: '/', headers: { 'x-forwarded-for': header } })
      expect(reply.json()).toEqual({ ip: address })
      await server.close()
    },
  )
})

describe('malformed and forbidden calls', () => {
  it.each([
    ['malformed JSON', 400, { payload: '{"a":' }],
    ['an array where an object belongs', 400, { payload: '[]' }],
    ['text where an object belongs', 400, { payload: '"text"' }],
    ['an empty body', 400, { payload: '' }],
    ['a polluted prototype', 400, { payload: '{"__proto__":{"admin":true}}' }],
    ['5 MB', 413, { payload: `{"a":"${'x'.repeat(5 * 1024 * 1024)}"}` }],
    ['XML', 415, { payload: '<a/>', type: 'application/xml' }],
    ['plain text', 415, { payload: '{}', type: 'text/plain' }],
    ['a form', 415, { payload: 'a=1', type: 'application/x-www-form-urlencoded' }],
  ] as const)('answers %s with %i and the envelope', async (_what, status, request) => {
    const { headers } = await openVisitor()
    const type = 'type' in request ? request.type : headers['content-type']
    const url = '/Provider/rest/nonsec/account/forgotPassword'
    const reply = await test.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': type },
      payload: request.payload,
    })
    expectRefusal(reply, status)
  })

  it.each([
    ['a missing field', {}, 'userName'],
    ['a field of another type', { userName: { canary: true } }, 'userName'],
    ['a field that is too long', { userName: 'canary'.repeat(1000) }, 'userName'],
    ['a null character, which cannot be stored', { userName: 'canary\u0000' }, 'userName'],
  ])('names the rejected field, never its value: %s', async (_what, payload, field) => {
    const { headers } = await openVisitor()
    const url = '/Provider/rest/nonsec/account/forgotPassword'
    const reply = await test.app.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().metadata).toEqual({ field })
    expect(reply.body).not.toContain('canary')
  })

  it('answers an unknown call with 404, and a wrong method with 405 naming the right one', async () => {
    expectRefusal(await test.app.inject('/Provider/rest/nonsec/nothing'), 404)
    expectRefusal(await test.app.inject('/Provider/rest'), 404)
    const reply = await test.app.inject({ method: 'DELETE', url: call })
    expectRefusal(reply, 405)
    expect(reply.headers.allow).toBe('POST')
  })

  it('answers an undecodable URL with 400', async () => {
    expectRefusal(await test.app.inject('/Provider/rest/%E0%A4%A'), 400)
  })

  it('answers a secured call without a valid session with 401, whatever the cookie', async () => {
    for (const cookie of [
      '',
      'portico_session=',
      'portico_session=x',
      `portico_session=${'A'.repeat(4000)}`,
      "portico_session='; drop",
    ])
      expectRefusal(
        await test.app.inject({ url: '/Provider/rest/sec/common/isProviderUser', headers: { cookie } }),
        401,
      )
  })

  it('forbids caching of every call reply', async () => {
    const reply = await test.app.inject('/Provider/rest/sec/common/isProviderUser')
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('anti-forgery tokens', () => {
  it('rejects a post without the header, with another cookie, or with a forged token', async () => {
    const { headers } = await openVisitor()
    const { 'x-xsrf-token': token, ...withoutHeader } = headers
    const attempts = [
      withoutHeader,
      { ...headers, 'x-xsrf-token': 'made.up' },
      { ...headers, cookie: 'XSRF-TOKEN=made.up', 'x-xsrf-token': 'made.up' },
      { ...headers, cookie: '' },
      ...[`${token.slice(0, -8)}AAAAAAAA`, `${token}A`, token.replace('.', '-'), ` ${token.slice(1)}`].map((other) => ({
        ...headers,
        cookie: `XSRF-TOKEN=${encodeURIComponent(other)}`,
        'x-xsrf-token': other,
      })),
      // An anonymous token is not valid for a session.
      { ...headers, cookie: `XSRF-TOKEN=${token}; portico_session=somebody` },
    ]
    for (const given of attempts) {
      const reply = await test.app.inject({ method: 'POST', url: call, headers: given, payload: '{}' })
      expectRefusal(reply, 403)
      expect(reply.json().entity.messageCode).toBe('anti-forgery')
    }
  })

  it('sets a token with a page and with a first GET, and keeps a valid one', async () => {
    const { browser } = await openVisitor()
    const first = browser.cookies.get('XSRF-TOKEN')
    const again = await browser.get('/Provider/rest/nonsec/nothing-here')
    expect(again.cookies).toEqual([])
    await browser.get('/thp/portal/members/login')
    expect(browser.cookies.get('XSRF-TOKEN')).toBe(first)
    const stranger = await test.app.inject('/Provider/rest/sec/common/isProviderUser')
    expect(stranger.cookies.map((cookie) => cookie.name)).toEqual(['XSRF-TOKEN'])
  })

  it('rejects a token with non-ASCII characters, whatever its length in bytes', async () => {
    const cookie = `XSRF-TOKEN=${encodeURIComponent(`${'界'.repeat(22)}.${'a'.repeat(43)}`)}`
    const reply = await test.app.inject({ url: '/Provider/rest/sec/common/isProviderUser', headers: { cookie } })
    expectRefusal(reply, 401)
    expect(reply.cookies.map(({ name }) => name)).toEqual(['XSRF-TOKEN'])
  })
})

describe('pages', () => {
  it.each([
    ['/thp/portal/providers/login', 'providers', 200],
    ['/thp/portal/providers/registration', 'registration', 200],
    ['/thp/portal/members/my/home', 'members', 200],
    ['/thp/portal/internal/contracts', 'internal', 200],
    ['/demo', 'demo', 200],
    ['/demo/app2', 'demo', 200],
    ['/thp/portal/providers/nothing', 'providers', 404],
    ['/thp/portal/members/my/nothing', 'members', 404],
    ['/thp/portal/internal/home/deeper', 'internal', 404],
    ['/elsewhere', 'providers', 404],
  ])('serves %s from %s with status %i', async (url, entry, status) => {
    const reply = await test.app.inject({ url, headers: { accept: 'text/html' } })
    expect(reply.statusCode).toBe(status)
    expect(reply.body).toContain(`data-entry="${entry}"`)
    expect(reply.headers['cache-control']).toBe('no-cache')
  })

  it('fills in the brand of the host, escaped, and answers an unchanged page with 304', async () => {
    const ours = await test.app.inject({ url: '/thp/portal/providers/login', headers: { host: 'localhost:8080' } })
    const partner = await test.app.inject({
      url: '/thp/portal/providers/login',
      headers: { host: 'partner.localhost' },
    })
    expect(ours.body).toContain('data-brand="harborview"')
    expect(partner.body).toContain('data-brand="bayside"')
    expect(ours.body).toContain('Harborview &#38; Sons')
    const again = await test.app.inject({
      url: '/thp/portal/providers/login',
      headers: { 'if-none-match': String(ours.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
  ])(
    'sends a page to a client that accepts %s encoded as %s, the same each time',
    async (accepted, encoding, unpack) => {
      const url = '/thp/portal/providers/login'
      const { body } = await test.app.inject(url)
      for (let times = 0; times < 2; times += 1) {
        const reply = await test.app.inject({ url, headers: { 'accept-encoding': accepted } })
        expect(reply.headers['content-encoding']).toBe(encoding)
        expect(unpack(reply.rawPayload).toString()).toBe(body)
      }
    },
  )

  it('allows the tag manager in the policy of provider pages only, and only if one is configured', async () => {
    const policy = async (area: string) =>
      String((await test.app.inject(`/thp/portal/${area}/login`)).headers['content-security-policy'])
    expect(await policy('providers')).not.toContain('googletagmanager')
    test.deps.settings.gtmId = 'GTM-TEST1'
    for (const directive of ['script-src', 'connect-src', 'img-src'])
      expect(await policy('providers')).toMatch(
        new RegExp(`${directive} 'self'[^;]* https://www\\.googletagmanager\\.com`),
      )
    for (const area of ['members', 'internal']) expect(await policy(area)).not.toContain('googletagmanager')
    test.deps.settings.gtmId = undefined
  })

  it('redirects the product root and each area root to a login page', async () => {
    for (const [url, login] of [
      ['/', 'providers'],
      ['/thp/portal/members', 'members'],
      ['/thp/portal/internal', 'internal'],
      ['/thp/portal/providers/', 'providers'],
      ['/thp/portal/members/', 'members'],
      ['/thp/portal/internal/', 'internal'],
    ])
      expect((await test.app.inject(url as string)).headers.location).toBe(`/thp/portal/${login}/login`)
  })

  it('caches assets for a year, compresses them if accepted, and serves nothing outside the folder', async () => {
    const reply = await test.app.inject({ url: '/assets/app-1234.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    for (const url of [
      '/assets/../brands.json',
      '/assets/%2e%2e/brands.json',
      '/assets/..%2fbrands.json',
      '/assets/none.js',
    ])
      expect((await test.app.inject(url)).statusCode, url).toBeGreaterThanOrEqual(400)
  })

  it('forbids inline scripts and framing', async () => {
    const policy = String((await test.app.inject('/thp/portal/providers/login')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|data:|\*/)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
  })

  it('allows the build’s inline blocks by hash, only in their own page', async () => {
    const allowed = (text: string) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}';`
    const policyOf = async (url: string) => String((await test.app.inject(url)).headers['content-security-policy'])
    const policy = await policyOf('/thp/portal/members/login')
    expect(policy).toContain(`style-src ${allowed('p{margin:0}')}`)
    expect(policy).toContain(`script-src ${allowed('start()')}`)
    expect(policy).not.toContain('unsafe')
    for (const url of ['/thp/portal/providers/login', call, '/assets/app-1234.js'])
      expect(await policyOf(url), url).not.toContain('sha256')
  })
})

describe('production', () => {
  it('sends HSTS for a year, marks cookies Secure, and shows metrics only with the token', async () => {
    const publicUrls = { harborview: 'https://portal.example.org', bayside: 'https://care.example.org' }
    const production = await buildTestApp({
      database: 'migrated',
      webFolder: web,
      settings: { production: true, publicUrls, metricsToken: 'figures-please' },
    })
    const page = await production.app.inject('/thp/portal/providers/login')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(String(page.headers['set-cookie'])).toContain('Secure')
    expectRefusal(await production.app.inject('/metrics'), 403)
    expectRefusal(await production.app.inject({ url: '/metrics', headers: { authorization: 'Bearer wrong' } }), 403)
    const authorization = 'Bearer figures-please'
    const elsewhere = { url: '/metrics', remoteAddress: '203.0.113.9', headers: { authorization } }
    expect((await production.app.inject(elsewhere)).statusCode).toBe(200)
    expect((await production.app.inject('/demo')).statusCode).toBe(404)
    await production.close()
  })
})

describe('operations', () => {
  it('shows metrics only to this machine, and not through a proxy', async () => {
    expect((await test.app.inject('/metrics')).body).toContain('portico_http_request_seconds')
    expectRefusal(await test.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' }), 403)
    expectRefusal(await test.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } }), 403)
  })

  it('returns and logs the request id and trace it received, or generates them', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { 'x-request-id': 'proxy-7f3a91', traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const reply = await test.app.inject({ url: '/healthz', headers })
    expect(reply.headers['x-request-id']).toBe('proxy-7f3a91')
    expect(reply.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
    const line = JSON.parse(test.logLines.findLast((text) => text.includes('proxy-7f3a91')) ?? '{}')
    expect(line).toMatchObject({ reqId: 'proxy-7f3a91', traceId, version: release, instance })
    const forged = { 'x-request-id': 'a "b" c', traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }
    const own = await test.app.inject({ url: '/healthz', headers: forged })
    expect(own.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(own.headers.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  })

  it('logs requests of probes at debug, and others at info', async () => {
    test.logLines.length = 0
    for (const url of ['/healthz', '/readyz', '/metrics', '/thp/portal/providers/login']) await test.app.inject(url)
    const requests = test.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests.map(({ level, route }) => [level, route])).toEqual([
      [20, '/healthz'],
      [20, '/readyz'],
      [20, '/metrics'],
      [30, '/thp/portal/providers/*'],
    ])
  })

  it('reports backlog ages', async () => {
    watchBacklogAges(test.deps.metrics, test.pool)
    watchCommands(test.deps.metrics, test.pool)
    watchReadiness(test.deps)
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await test.db
      .insertInto('mail_message')
      .values({
        ...{ message_id: 'old@example.org', kind: 'test', brand: 'harborview', to_address: 'a@example.org' },
        ...{ subject: 'a', body: 'b', created_at: ago(900), next_attempt_at: ago(-900) },
      })
      .execute()
    const [lately, long] = [ago(10), ago(7200)]
    const failing = { job: 'fails', done: 0, failure: 'Error' }
    await test.db
      .insertInto('job_run')
      .values([
        { ...failing, ran_at: lately, failed_at: lately },
        { ...failing, job: 'of a former release', ran_at: long, failed_at: long },
        { job: 'works', done: 0, ran_at: ago(700), failed_at: ago(800), failure: 'Error' },
      ])
      .execute()
    const figures = (await test.app.inject('/metrics')).body
    const figure = (name: string) =>
      Number(
        figures
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1],
      )
    expect(figure('portico_oldest_seconds{what="mail"}')).toBeGreaterThanOrEqual(900)
    expect(figure('portico_oldest_seconds{what="contract"}')).toBe(0)
    expect(figure('portico_oldest_seconds{what="change"}')).toBe(0)
    expect(figure('portico_waiting{what="mail_given_up"}')).toBe(0)
    expect(figure('portico_oldest_seconds{what="sweep"}')).toBeGreaterThanOrEqual(700)
    expect(figure('portico_waiting{what="sweep_failed"}')).toBe(1)
    expect(figure('portico_oldest_seconds{what="decision"}')).toBe(0)
    expect(figures).toContain(`portico_build_info{version="${release}"`)
    const known = [...figures.matchAll(/^# TYPE (portico_\w+)/gm)].map(([, name]) => name)
    const names = new Set(known.flatMap((name) => [name, `${name}_bucket`, `${name}_count`]))
    for (const file of ['prometheus-rules.yaml', 'grafana-dashboard.json']) {
      const text = await readFile(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
      const watched = [
        ...['portico_database_connections', 'portico_directory_published_timestamp_seconds', 'portico_jobs'],
        ...['portico_import_timestamp_seconds', 'portico_import_max_age_seconds'],
      ]
      for (const [name] of text.matchAll(/portico_\w+/g)) expect([...names, ...watched], file).toContain(name)
    }
  })

  it('reports readiness, and when commands last succeeded', async () => {
    const deps: Deps = { ...test.deps, metrics: createMetrics() }
    watchCommands(deps.metrics, test.pool)
    watchReadiness(deps)
    const read = async () => {
      const lines = (await deps.metrics.registry.metrics()).split('\n')
      return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
    }
    const name = 'portico_command_success_timestamp_seconds'
    expect(await read()).toMatchObject({
      portico_ready: 1,
      [`${name}{command="backup"}`]: 0,
      [`${name}{command="audit verify"}`]: 0,
      [`${name}{command="import network"}`]: 0,
    })
    const [early, late] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')]
    for (const [action, at, details] of [
      ['command.backed-up', early, {}],
      ['command.backed-up', late, {}],
      ['command.audit-verified', early, {}],
      ['command.imported', late, { kind: 'claims' }],
    ] as const)
      await recordAudit({ ...systemContext(test.deps), now: at }, { action, details })
    deps.isStopping = () => true
    expect(await read()).toMatchObject({
      portico_ready: 0,
      [`${name}{command="backup"}`]: late.getTime() / 1000,
      [`${name}{command="audit verify"}`]: early.getTime() / 1000,
      [`${name}{command="import claims"}`]: late.getTime() / 1000,
      [`${name}{command="import network"}`]: 0,
    })
  })

  it('reports the time of the last import of each kind, and the age that the plan allows', async () => {
    const metrics = createMetrics()
    watchImports(metrics, test.pool, { network: 8, claims: 2, plans: 0 })
    const figure = async (name: string) =>
      (await metrics.registry.metrics())
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1]
    expect(await figure('portico_import_timestamp_seconds{kind="network"}')).toBe('0')
    expect(await figure('portico_import_timestamp_seconds{kind="claims"}')).toBeUndefined()
    const imported = new Date('2026-03-01T00:00:00Z')
    await administer(
      test.ownerLogin,
      `insert into last_import (kind, file, row_count, changed_count, rejected_count, imported_at)
        select kind, 'a.csv', 1, 1, 0, '${imported.toISOString()}' from unnest('{claims,network}'::text[]) kind`,
      test.ownerLogin.database,
    )
    const seconds = String(imported.getTime() / 1000)
    expect(await figure('portico_import_timestamp_seconds{kind="network"}')).toBe(seconds)
    expect(await figure('portico_import_timestamp_seconds{kind="claims"}')).toBe(seconds)
    expect(await figure('portico_import_max_age_seconds{kind="claims"}')).toBe('172800')
    expect(await figure('portico_import_max_age_seconds{kind="plans"}')).toBeUndefined()
  })

  it('counts the steps of a registration by status', async () => {
    await test.app.inject('/Provider/rest/nonsec/reg/valRegNpi?npiId=1')
    const figures = (await test.app.inject('/metrics')).body
    expect(figures).toMatch(/portico_registration_steps_total\{step="valRegNpi",status="400"\} 1/)
  })

  it('describes every call once in OpenAPI, with the refusals it can answer', async () => {
    const { paths } = (await test.app.inject('/Provider/rest/openapi.json')).json()
    const names = Object.keys(paths)
    expect(names).toContain('/Provider/rest/sec/common/trackUser')
    expect(names.filter((name) => !name.startsWith('/Provider/rest/'))).toEqual(['/oidc/may'])
    expect(paths[call].post.responses.default).toBeDefined()
  })

  it('has a request and a reply schema for every call', async () => {
    const { paths } = (await test.app.inject('/Provider/rest/openapi.json')).json()
    const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, operation })),
    )
    const unshaped = operations.filter(({ method, operation }) => {
      const answered = operation.responses['200']?.content !== undefined
      return !answered || (method === 'post' && operation.requestBody === undefined)
    })
    expect(operations.length).toBeGreaterThan(30)
    // The widget defines the challenge's shape; the signed contract is a file.
    const others = ['nonsec/captcha/challenge', 'sec/internal/contractFile', 'sec/internal/contractView'].map(
      (call) => `get /Provider/rest/${call}`,
    )
    expect(unshaped.map(({ name }) => name).filter((name) => !others.includes(name))).toEqual([])
  })

  it('logs the called route without its query', async () => {
    await test.app.inject('/Provider/rest/sec/common/isProviderUser?reqId=canary-token')
    expect(test.logLines.join('')).toContain('/Provider/rest/sec/common/isProviderUser')
    expect(test.logLines.join('')).not.toContain('canary-token')
  })
})

type Operation = { requestBody?: unknown; responses: Record<string, { content?: unknown }> }
type Reply = {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  json(): { status: number; entity: object }
}

function expectRefusal(reply: unknown, status: number): asserts reply is Reply {
  const { statusCode, headers, body, json } = reply as Reply
  expect(statusCode).toBe(status)
  expect(headers['content-type']).toContain('application/json')
  const envelope = json.call(reply)
  expect(envelope).toEqual({
    status,
    entity: {
      messageType: 'error',
      statusCode: String(status),
      messageCode: expect.any(String),
      message: expect.any(String),
    },
  })
  expect(body).not.toMatch(/\bat .+:\d+|node_modules|Error:/)
  expect(body).not.toContain(SYSTEM_TEXT)
}
