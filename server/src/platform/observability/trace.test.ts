import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../../test/build-test-app.ts'
import { buildApp } from '../../app.ts'
import { readSettings } from '../settings/settings.ts'
import { createLog } from './log.ts'
import { createExporter, type Exporter } from './otlp-exporter.ts'
import { instance, release } from './release.ts'
import { fetchTraced } from './trace.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type WrittenSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Batch = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WrittenSpan[] }[] }[] }

/** A collector and an outside vendor. */
const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
let answer = 200
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(answer, { 'content-type': 'application/json' }).end('{"success":true}')
})
let address: string
let exporter: Exporter
let test: TestApp

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const collector = { url: address, headers: { 'api-key': 'k' }, serviceName: 'portal', share: 1 }
  exporter = createExporter(collector, createLog({ level: 'silent' }), 3_600_000)
  test = await buildTestApp({ database: 'migrated' })
})
afterAll(async () => {
  await exporter?.close()
  await test?.close()
  server.close()
})
beforeEach(() => {
  received.length = 0
  answer = 200
})

const batches = () => received.filter(({ path }) => path === '/v1/traces')
const spansIn = ({ body }: { body: string }) => {
  const batch: Batch = JSON.parse(body)
  return batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
const aSpan = (traceId: string, startedAt = 1_700_000_000_000.5) => ({
  traceId,
  spanId: '00f067aa0ba902b7',
  name: 'GET /x',
  kind: 'server' as const,
  startedAt,
  endedAt: startedAt + 2,
  attributes: { 'http.route': '/x', 'http.response.status_code': 500 },
  failed: true,
})

/** A server with a collector and an outside captcha. */
async function traced() {
  const captcha = {
    provider: 'siteverify' as const,
    siteKey: 's',
    secret: 'secret',
    verifyUrl: `${address}/verify`,
    scriptUrl: 'https://captcha.example/api.js',
  }
  const settings = testSettings({ captcha, limits: { signInFailuresUntilCaptcha: 0 } })
  const app = await buildApp({ ...test.deps, settings, tracer: exporter })
  await app.ready()
  return app
}

describe('traces of requests', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

  it('exports a request as a span of the received trace, named by its route and never by its values', async () => {
    const app = await traced()
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const reply = await app.inject({ url: '/healthz?npiId=1100000011', headers })
    await exporter.flush()
    const [batch] = batches()
    const [span] = spansIn(batch ?? { body: '{}' })
    expect(span).toMatchObject({
      traceId,
      spanId: String(reply.headers.traceparent).split('-')[2],
      parentSpanId: '00f067aa0ba902b7',
      name: 'GET /healthz',
      kind: 2,
      status: {},
    })
    expect(batch?.body).not.toContain('1100000011')
    expect(batch?.headers).toMatchObject({ 'api-key': 'k', 'content-type': 'application/json' })
    const resource = [
      { key: 'service.name', value: { stringValue: 'portal' } },
      { key: 'service.version', value: { stringValue: release } },
      { key: 'service.instance.id', value: { stringValue: instance } },
    ]
    expect(JSON.parse(batch?.body ?? '{}').resourceSpans[0].resource.attributes).toEqual(resource)
    await app.close()
  })

  it('does not sample a request whose sender does not, and samples one that starts here', async () => {
    const app = await traced()
    await app.inject({ url: '/healthz', headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00` } })
    const own = await app.inject('/healthz')
    expect(own.headers.traceparent).toMatch(/-01$/)
    await exporter.flush()
    expect(batches().flatMap(spansIn)).toHaveLength(1)
    await app.close()
  })

  it('sends the trace to a vendor, and exports the call as a child span', async () => {
    const app = await traced()
    const browser = createTestBrowser(app)
    const form = { USER: 'nobody99', PASSWORD: 'Wrong2026', SMAGENTNAME: 'portico', TARGET: '', captchaRes: 'token' }
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const reply = await browser.postForm(SIGN_ON_PATH, form, { headers })
    const [, , requestSpan] = String(reply.headers.traceparent).split('-')
    const request = received.find(({ path }) => path === '/verify')
    expect(request?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!${requestSpan})[0-9a-f]{16}-01$`))
    await exporter.flush()
    const call = batches()
      .flatMap(spansIn)
      .find(({ kind }) => kind === 3)
    expect(call).toMatchObject({
      traceId,
      parentSpanId: requestSpan,
      spanId: String(request?.headers.traceparent).split('-')[2],
      name: 'captcha provider',
      attributes: [
        { key: 'server.address', value: { stringValue: '127.0.0.1' } },
        { key: 'http.response.status_code', value: { intValue: '200' } },
      ],
    })
    await app.close()
  })
})

describe('the exporter', () => {
  it('writes times in nanoseconds, integers as text, and failures as errors', async () => {
    exporter.record(aSpan('a'.repeat(32)))
    await exporter.flush()
    expect(batches().flatMap(spansIn)).toEqual([
      {
        traceId: 'a'.repeat(32),
        spanId: '00f067aa0ba902b7',
        name: 'GET /x',
        kind: 2,
        startTimeUnixNano: '1700000000000500000',
        endTimeUnixNano: '1700000000002500000',
        attributes: [
          { key: 'http.route', value: { stringValue: '/x' } },
          { key: 'http.response.status_code', value: { intValue: '500' } },
        ],
        status: { code: 2 },
      },
    ])
  })

  it('sends batches in order, retries rejected ones, and drops spans beyond its limit', async () => {
    answer = 503
    for (let count = 0; count < 5_000; count += 1) exporter.record(aSpan('b'.repeat(32)))
    await exporter.flush()
    expect(batches()).toHaveLength(1)
    answer = 200
    received.length = 0
    await exporter.flush()
    expect(batches().map((batch) => spansIn(batch).length)).toEqual(Array.from({ length: 8 }, () => 512))
  })

  it('samples the configured share, the same in every process', () => {
    const log = createLog({ level: 'silent' })
    const half = createExporter({ url: address, headers: {}, serviceName: 'x', share: 0.5 }, log, 3_600_000)
    expect(half.samples(`${'0'.repeat(24)}7fffffff`)).toBe(true)
    expect(half.samples(`${'0'.repeat(24)}80000000`)).toBe(false)
    return half.close()
  })

  it('loses only spans if the collector is unavailable, and delays no request', async () => {
    const lost = { url: 'http://127.0.0.1:9', headers: {}, serviceName: 'x', share: 1 }
    const away = createExporter(lost, createLog({ level: 'silent' }), 3_600_000)
    away.record(aSpan('c'.repeat(32)))
    await expect(away.close()).resolves.toBeUndefined()
  })
})

describe('outgoing calls', () => {
  it('starts a trace of its own outside a request', async () => {
    await fetchTraced('somebody', `${address}/verify`, { method: 'POST', headers: { accept: 'x' } })
    await expect(fetchTraced('nobody', 'http://127.0.0.1:9/', {})).rejects.toThrow()
    expect(received[0]?.headers).toMatchObject({
      accept: 'x',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    })
  })
})

describe('trace settings', () => {
  const given = { PORTICO_SECRET_KEY: 'k'.repeat(32) }
  const at = { ...given, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' }

  it('uses OpenTelemetry’s own setting names, and sends nothing without an address', () => {
    expect(readSettings(given).otlp).toBeUndefined()
    expect(readSettings(at).otlp).toEqual({
      url: 'http://collector.example:4318',
      headers: {},
      serviceName: 'portico',
      share: 1,
    })
    const more = {
      OTEL_SERVICE_NAME: 'p',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b%3Dc, d=e=f',
    }
    expect(readSettings({ ...at, ...more }).otlp).toMatchObject({
      serviceName: 'p',
      share: 0.25,
      headers: { a: 'b=c', d: 'e=f' },
    })
  })

  it.each([
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'a share from 0 to 1'],
    [{ OTEL_TRACES_SAMPLER_ARG: 'x' }, 'a share from 0 to 1'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'must be a list'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'must be a list'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'must be a web address'],
  ])('rejects invalid trace settings: %o', (change, sentence) => {
    expect(() => readSettings({ ...at, ...change })).toThrow(sentence)
  })
})
