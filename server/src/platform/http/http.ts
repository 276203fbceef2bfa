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
import { openTrace, runInTrace, type Span, type Trace, type Tracer, writeTraceParent } from '../operations/trace.ts'
import type { Settings } from '../settings/settings.ts'
import { captchaSources } from './captcha-sources.ts'
import { sendFailure } from './errors.ts'

/** What a proxy in front calls a request; anything else is no name to write into a log. */
const REQUEST_ID = /^[\w.-]{8,64}$/

const given = (header: string | string[] | undefined, shape: RegExp): string | undefined =>
  typeof header === 'string' && shape.test(header) ? header : undefined

/** Options every server is built with: no address a proxy did not vouch for, no request without an end. */
export const httpOptions = {
  bodyLimit: 256 * 1024,
  logController: new LogController({ disableRequestLogging: true }),
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  forceCloseConnections: 'idle' as const,
  // Who sent a request in the moment the server closes is answered: a proxy does not send it again after a 503.
  return503OnClosing: false,
  genReqId: ({ headers }: IncomingMessage) => given(headers['x-request-id'], REQUEST_ID) ?? randomUUID(),
  // An address that cannot be decoded never reaches a route.
  frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
    void sendFailure(reply, 400),
}

/** A number of proxies is counted from this server outwards; what the visitor wrote into the header lies beyond. */
export function believedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Headers of every reply. Nothing inline, nothing from elsewhere, no framing; a captcha of a third party by setting. */
export async function registerSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const captcha = captchaSources(settings.captcha)
  const tagManager = settings.gtmId ? ['https://www.googletagmanager.com'] : []
  const headers = await composeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captcha.script, ...tagManager],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", ...captcha.style],
        connectSrc: ["'self'", ...captcha.connect, ...tagManager],
        imgSrc: ["'self'", ...tagManager],
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
 * helmet works its headers out anew for every reply, which takes a small call a third of its time. They are the same
 * for all replies, so it is asked once.
 */
async function composeHeaders(options: FastifyHelmetOptions): Promise<OutgoingHttpHeaders> {
  const asked = fastify()
  let headers: OutgoingHttpHeaders = {}
  await asked.register(helmet, options)
  asked.get('/', async (_request, reply) => {
    headers = { ...reply.raw.getHeaders() }
  })
  await asked.inject('/')
  await asked.close()
  return headers
}

/**
 * One line per request: what was called, what came of it, how long it took. The route's pattern, never its query. Its
 * id and trace go back with the reply, so that whoever was answered can be found here.
 */
export function registerRequestLog(app: FastifyInstance, tracer?: Tracer): void {
  const traces = new WeakMap<FastifyRequest, Trace>()
  app.addHook('onRequest', (request, reply, done) => {
    const trace = openTrace(request.headers.traceparent, tracer)
    traces.set(request, trace)
    reply.header('x-request-id', request.id).header('traceparent', writeTraceParent(trace))
    done()
  })
  // Once the body is there: what came before it ran for the connection, not for the request.
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
    request.log.info({ traceId: trace?.traceId, method, route, status, ms }, 'request')
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

/** Calls take JSON and answer it, and no proxy or browser keeps a reply. */
export function registerCallRules(calls: FastifyInstance): void {
  calls.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
