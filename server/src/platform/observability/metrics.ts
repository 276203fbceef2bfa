import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { HttpFailure } from '../http/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { within } from '../within.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for operations. Labels are routes and outcomes, never people. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'portico_http_request_seconds',
      help: 'Response time by route, method and HTTP status',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    signIns: new Counter({
      name: 'portico_sign_ins_total',
      help: 'Sign-ins by user kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    ...createApplicationMetrics(registers),
    fhirRequests: new Counter({
      name: 'portico_fhir_requests_total',
      help: 'Requests to /fhir by resource type and HTTP status',
      labelNames: ['type', 'status'],
      registers,
    }),
    digests: new Counter({ name: 'portico_digests_total', help: 'Daily digests that were queued as mail', registers }),
    ...createOfficeMetrics(registers),
    registrations: new Counter({
      name: 'portico_registration_steps_total',
      help: 'Registration calls by step and status',
      labelNames: ['step', 'status'],
      registers,
    }),
    counterDifferences: new Counter({
      name: 'portico_counter_differences_total',
      help: 'Rows of a maintained counter that differed from a recount, by counter',
      labelNames: ['counter'],
      registers,
    }),
    staffViews: new Counter({
      name: 'portico_staff_views_total',
      help: 'Views by support agents: opened, calls refused, approved to show claims',
      labelNames: ['what'],
      registers,
    }),
    hashesRefused: new Counter({
      name: 'portico_hashes_refused_total',
      help: 'Password hashes refused because too many were waiting',
      registers,
    }),
  }
}

/** Sign-on to applications. */
const createApplicationMetrics = (registers: Registry[]) => ({
  applicationSignIns: new Counter({
    name: 'portico_application_sign_ins_total',
    help: 'Sign-ins to applications by outcome: done, or why they failed',
    labelNames: ['outcome'],
    registers,
  }),
  applicationTokens: new Counter({
    name: 'portico_application_tokens_total',
    help: 'Token requests of applications that succeeded, by grant type',
    labelNames: ['grant'],
    registers,
  }),
  applicationMay: new Counter({
    name: 'portico_application_may_total',
    help: 'Questions of applications whether a person may act for a provider, by answer or HTTP status',
    labelNames: ['answer'],
    registers,
  }),
  applicationLogouts: new Counter({
    name: 'portico_application_logouts_total',
    help: 'Attempts to send a back-channel logout by outcome: sent, failed, or given-up after the last one',
    labelNames: ['outcome'],
    registers,
  }),
})

/** What an office looks up and uploads. */
const createOfficeMetrics = (registers: Registry[]) => ({
  eligibilityRows: new Counter({
    name: 'portico_eligibility_rows_total',
    help: 'Rows of eligibility lists by whether a member was found',
    labelNames: ['found'],
    registers,
  }),
  signedForms: new Counter({
    name: 'portico_signed_forms_total',
    help: 'Inspected files of signed forms: sent as a PDF or as pictures, accepted or why not',
    labelNames: ['sent_as', 'outcome'],
    registers,
  }),
})

/** A scrape does not wait longer for the database, and reports the last values. Milliseconds. */
export const SCRAPE_MS = 2_000

/** Connections of the database pool, read on each scrape. */
export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_database_connections',
    help: 'Pool connections: open, idle, and callers waiting for one',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Queued and sent mail, counted on each scrape; while the database is unavailable, the last values stay. */
export function watchMail(metrics: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_jobs',
    help: 'Jobs that are queued or running, by queue',
    labelNames: ['queue', 'state'],
    registers: [metrics.registry],
    async collect() {
      const counting = pool.query<{ state: string; count: number }>(`
        select case when claimed_until > now() then 'active' when attempts > 0 then 'retry' else 'created' end as state,
          count(*)::int as count
        from mail_message where sent_at is null and gave_up_at is null group by 1`)
      const counted = await within(SCRAPE_MS, counting)
      if (!counted) return
      this.reset()
      for (const { state, count } of counted.rows) this.set({ queue: 'send-mail', state }, count)
    },
  })
}

/** The registration funnel: calls of each step by status. */
export function registerFunnel(calls: FastifyInstance, metrics: Metrics): void {
  calls.addHook('onSend', (request, reply, payload, done) => {
    const step = /\/nonsec\/reg\/(\w+)$/.exec(request.routeOptions.url ?? '')?.[1]
    if (!step) return done()
    const begin = Buffer.isBuffer(payload) ? payload.toString('latin1', 0, 20) : payload
    const business = typeof begin === 'string' ? /^\{"status":(\d+)/.exec(begin)?.[1] : undefined
    metrics.registrations.inc({ step, status: business ?? reply.statusCode })
    done()
  })
}

/** Process metrics. Registered once per process, so main does it and tests do not. */
export function watchProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry })
}

export function registerMetrics(app: FastifyInstance, metrics: Metrics, settings: Settings): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.requests.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, settings.metricsToken))
      throw new HttpFailure(403, 'forbidden', 'This request was refused.')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Requires the token if one is set; otherwise allows only this machine, and not through a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded ?? request.headers.via
  return forwarded === undefined && loopback.has(request.socket.remoteAddress ?? '')
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
