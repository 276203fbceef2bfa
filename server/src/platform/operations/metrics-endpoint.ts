import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFailure } from '../http/errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Settings } from '../settings/settings.ts'

/** Measures every request and serves /metrics. */
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
