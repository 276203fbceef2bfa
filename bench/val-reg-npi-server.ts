import { createHash, randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import cookie from '@fastify/cookie'
import { type FastifyInstance, fastify } from 'fastify'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { events } from '../server/src/events.ts'
import { standardBrand } from '../server/src/platform/brands/brands.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { createMetrics } from '../server/src/platform/observability/metrics.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { makeContractForm } from '../server/src/registration/domain/contract-form/contract-pdf.ts'
import { BENCH_KEY } from './bench-database.ts'

/** One server of the comparison in its own process: the portal, the minimal handler, or a bare reply. */
const [kind, config] = [process.argv[2], JSON.parse(process.argv[3] ?? '{}') as pg.PoolConfig]

const login = { ...config, user: APP_ROLE }
const app = kind === 'portal' ? await buildPortal() : await buildMinimal(kind === 'minimal')
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' ? address?.port : undefined)
process.on('disconnect', () => process.exit(0))

/** Enabled by the first message, because it wakes the process 200 times a second. */
const lag = monitorEventLoopDelay({ resolution: 5 })
let since = { cpu: process.cpuUsage(), at: performance.now() }
process.on('message', () => {
  const { user, system } = process.cpuUsage(since.cpu)
  const cpu = (user + system) / 1000 / (performance.now() - since.at)
  process.send?.({ lagP99: lag.percentile(99) / 1e6, cpu })
  lag.reset()
  lag.enable()
  since = { cpu: process.cpuUsage(), at: performance.now() }
})

async function buildPortal(): Promise<FastifyInstance> {
  const { db } = connectDatabase(login)
  const settings = readSettings({ PORTICO_SECRET_KEY: BENCH_KEY, PORTICO_DEMO: '0' })
  for (const name of Object.keys(settings.limits)) Object.assign(settings.limits, { [name]: 1_000_000_000 })
  return buildApp({
    settings,
    db,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    events,
  })
}

/** Baseline: a handler with three statements (count, look up by key, insert) on the plain driver. */
async function buildMinimal(withDatabase: boolean): Promise<FastifyInstance> {
  const pool = new pg.Pool(login)
  const regContract = await makeContractForm(standardBrand)
  const minimal = fastify()
  minimal.register(cookie)
  minimal.get<{ Querystring: { npiId: string } }>('/Provider/rest/nonsec/reg/valRegNpi', async (request, reply) => {
    if (!withDatabase) return { status: 200, entity: { npiId: request.query.npiId } }
    const id = randomBytes(16).toString('base64url')
    const now = new Date()
    const window = new Date(Math.floor(now.getTime() / 300_000) * 300_000)
    await pool.query({
      name: 'count',
      text: `insert into flood_counter (key, window_start, hits) values ($1, $2, 1)
        on conflict (key, window_start) do update set hits = flood_counter.hits + 1 returning hits`,
      values: ['minimal', window],
    })
    const found = await pool.query({
      name: 'find',
      text: 'select npi, name, first_name, last_name, entity_type from provider where npi = $1',
      values: [request.query.npiId],
    })
    await pool.query({
      name: 'insert',
      text: `insert into registration (id_hash, brand, npi, created_at, touched_at) values ($1, '${standardBrand.id}', $2, $3, $3)`,
      values: [createHash('sha256').update(id).digest(), request.query.npiId, now],
    })
    reply.setCookie('portico_reg', id, { path: '/', httpOnly: true, sameSite: 'lax' })
    return { status: 200, entity: { ...found.rows[0], regContract } }
  })
  return minimal as unknown as FastifyInstance
}
