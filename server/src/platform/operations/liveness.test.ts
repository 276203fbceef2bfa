import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVIDER_PATHS } from '@portico/core/constants'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { appLogin } from '../../../test/database.ts'
import { startStallingProxy } from '../../../test/stalling-proxy.ts'
import { buildApp } from '../../app.ts'
import { connectDatabase } from '../database/database.ts'
import { createMetrics } from '../observability/metrics.ts'
import { watchBacklogAges, watchMail } from './gauges.ts'
import { registerHealth } from './health.ts'
import { watchConnections } from './liveness.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
})
afterAll(() => test.close())

/** A pool behind a proxy that can stall, with a short timeout of its own. */
async function openThroughProxy(options: { max?: number; timeoutMs: number }) {
  const proxy = await startStallingProxy(appLogin(test.ownerLogin))
  const { connectionTimeoutMillis: _, ...login } = proxy.config
  const connection = connectDatabase(login, options)
  const close = async () => {
    proxy.close()
    await connection.close()
  }
  return { proxy, login, connection, close }
}

const soon = <Result>(work: () => Promise<Result>) => vi.waitFor(work, { timeout: 200_000 })

describe('/healthz', () => {
  async function openHealth() {
    const opened = await openThroughProxy({ max: 1, timeoutMs: 30_000 })
    const app = fastify()
    const isStuck = watchConnections(opened.login, opened.connection, { silenceMs: 0, patienceMs: 300 })
    registerHealth(app, { ...test.deps, isStuck })
    const status = async () => (await app.inject('/healthz')).statusCode
    return { ...opened, status }
  }

  it('answers 503 if no connection of the pool works although a new one does, until one works again', async () => {
    const { connection, status, close } = await openHealth()
    expect(await status()).toBe(200)
    const held = await connection.pool.connect()
    await soon(async () => expect(await status()).toBe(503))
    held.release()
    await soon(async () => expect(await status()).toBe(200))
    await close()
  })

  it('answers 200 while no new connection works either: a restart would not help', async () => {
    const { proxy, connection, status, close } = await openHealth()
    await connection.pool.query('select 1')
    proxy.stallAll()
    expect(await status()).toBe(200)
    // The check opens a connection of its own and gives it up.
    await soon(async () => expect(proxy.count()).toEqual({ open: 1, opened: 2 }))
    expect(await status()).toBe(200)
    await close()
  })
})

describe('a database that is stopped', () => {
  let web: string
  let opened: Awaited<ReturnType<typeof openThroughProxy>>
  let app: FastifyInstance

  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'portico-stopped-'))
    for (const folder of ['assets', 'content']) await mkdir(join(web, folder))
    const asks = [{ method: 'GET', path: '/rest/nonsec/wcm/getFAQs', query: { categoryId: 'all' } }]
    const screen = { html: 'as built', title: 'Questions', description: '', screenFor: 'visitor', asks }
    await writeFile(join(web, 'brands.json'), JSON.stringify({ harborview: {} }))
    await writeFile(join(web, 'screens.json'), JSON.stringify({ harborview: { [PROVIDER_PATHS.faq]: screen } }))
    await writeFile(join(web, 'providers.html'), '<title>Plan</title><!--screen-->empty<!--/screen-->')
    opened = await openThroughProxy({ timeoutMs: 6_000 })
    const metrics = createMetrics()
    watchMail(metrics, opened.connection.pool)
    watchBacklogAges(metrics, opened.connection.pool)
    app = await buildApp({ ...test.deps, metrics, db: opened.connection.db }, { webFolder: web })
    await opened.connection.pool.query('select 1')
    opened.proxy.stallAll()
  })
  afterAll(async () => {
    await opened.close()
    await app.close()
    await rm(web, { recursive: true })
  })

  it('keeps neither pages nor metrics waiting, and calls no longer than the timeout', async () => {
    const finished: string[] = []
    const get = async (url: string) => {
      const reply = await app.inject(url)
      finished.push(url)
      return reply
    }
    const call = '/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011'
    const [page, metrics, ready, called] = await Promise.all([
      get(PROVIDER_PATHS.faq),
      get('/metrics'),
      get('/readyz'),
      get(call),
    ])
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('as built')])
    expect([metrics.statusCode, metrics.body]).toEqual([200, expect.stringContaining('portico_oldest_seconds')])
    expect(ready.statusCode).toBe(503)
    expect([called.statusCode, called.headers['retry-after']]).toEqual([503, '5'])
    expect(finished.at(-1)).toBe(call)
  })
})
