import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { openTrace, runInTrace, type Span, type Trace, type Tracer, writeTraceParent } from '../observability/trace.ts'
import type { Settings } from '../settings/settings.ts'
import { captchaSources } from './captcha-sources.ts'
import { sendFailure } from './errors.ts'

/** Request ids accepted from a proxy; anything else is not written to the log. */
const REQUEST_ID = /^[\w.-]{8,64}$/

const given = (header: string | string[] | undefined, shape: RegExp): string | undefined =>
  typeof header === 'string' && shape.test(header) ? header : undefined

/** Options of every server: no untrusted client addresses, no request without a timeout. */
export const httpOptions = {
  bodyLimit: 256 * 1024,
  logController: new LogController({ disableRequestLogging: true }),
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  forceCloseConnections: 'idle' as const,
  // Requests that arrive while the server closes are answered: a proxy does not retry after a 503.
  return503OnClosing: false,
  genReqId: ({ headers }: IncomingMessage) => given(headers['x-request-id'], REQUEST_ID) ?? randomUUID(),
  // An undecodable URL never reaches a route.
  frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
    void sendFailure(reply, 400),
}

/** Trusted proxies are counted from this server outwards, so a header value that the visitor sent is never used. */
export function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/**
 * Headers of every reply: no inline code, no foreign sources, no framing. A third-party captcha is added by its
 * setting.
 */
export async function registerSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const captcha = captchaSources(settings.captcha)
  const headers = await composeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captcha.script],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", ...captcha.style],
        connectSrc: ["'self'", ...captcha.connect],
        imgSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:', ...captcha.frame],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: settings.production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // 'no-referrer' would make browsers send 'Origin: null' with the sign-on form.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  headers['permissions-policy'] = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * helmet computes its headers for every reply, a third of the time of a small call. They are always the same, so they
 * are computed once.
 */
async function composeHeaders(options: FastifyHelmetOptions): Promise<OutgoingHttpHeaders> {
  const probe = fastify()
  let headers: OutgoingHttpHeaders = {}
  await probe.register(helmet, options)
  probe.get('/', async (_request, reply) => {
    headers = { ...reply.raw.getHeaders() }
  })
  await probe.inject('/')
  await probe.close()
  return headers
}

/** Requests of load balancers and monitoring, which come every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line per request: route, status and duration. The route is its pattern, without the query. The request id
 * and trace are also returned, so that a reply can be found in the log.
 */
export function registerRequestLog(app: FastifyInstance, tracer?: Tracer): void {
  const traces = new WeakMap<FastifyRequest, Trace>()
  app.addHook('onRequest', (request, reply, done) => {
    const trace = openTrace(request.headers.traceparent, tracer)
    traces.set(request, trace)
    reply.header('x-request-id', request.id).header('traceparent', writeTraceParent(trace))
    done()
  })
  // After the body was read, because earlier hooks run in the connection's async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace) runInTrace(trace, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const trace = traces.get(request)
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = PROBES.has(route) ? 'debug' : 'info'
    request.log[level]({ traceId: trace?.traceId, method, route, status, ms }, 'request')
    if (trace?.isSampled) trace.tracer?.record(spanOf(trace, { method, route, status, ms }))
    done()
  })
}

type Answered = { method: string; route: string; status: number; ms: number }

function spanOf({ traceId, spanId, parentId }: Trace, { method, route, status, ms }: Answered): Span {
  const endedAt = Date.now()
  return {
    traceId,
    spanId,
    ...(parentId ? { parentId } : {}),
    name: `${method} ${route}`,
    kind: 'server',
    startedAt: endedAt - ms,
    endedAt,
    attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    failed: status >= 500,
  }
}

/** Calls accept and return JSON, and their replies are never cached. */
export function registerCallRules(calls: FastifyInstance): void {
  calls.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
