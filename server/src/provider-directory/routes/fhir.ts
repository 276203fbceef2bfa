import { DAY_S } from '@portico/core/forms/calendar-day'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, portalUrl } from '#platform/brands/brand-host.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Deps } from '#platform/deps.ts'
import { createFairQueue } from '#platform/limits/fair-queue.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import type { ResourceType } from '../domain/resources/guide.ts'
import { answerSearch } from '../domain/search/answer-search.ts'
import { describeCapabilities } from '../domain/search/capability.ts'
import { FhirFailure, type IssueCode, operationOutcome } from '../domain/search/fhir-failure.ts'
import type { Sent } from '../domain/search/read-search.ts'
import { isSearchType } from '../domain/search/search-guide.ts'
import { readResource } from '../store/search/read-resources.ts'
import { isNotModified, writeEntityTag } from './conditional-read.ts'

export const FHIR_PATH = '/fhir'

const LONGEST_URL = 8_000
const LONGEST_BODY = 16 * 1024
const FORM = 'application/x-www-form-urlencoded'
const FHIR_JSON = 'application/fhir+json; charset=utf-8'
const METHODS = 'GET, HEAD, POST, OPTIONS'

/** Searches of one process that run at once, so that the portal keeps its database connections. */
const AT_ONCE = 3

type Typed = { Params: { type: string } }
type Identified = { Params: { type: string; id: string } }

/** Mounts the public, read-only FHIR interface: no session, no cookies, errors as OperationOutcome. */
export async function registerFhir(app: FastifyInstance, deps: Deps): Promise<void> {
  const enqueue = createFairQueue(AT_ONCE, { perClient: 10, total: 100, patienceMs: 5_000 })
  await app.register(
    async (fhir) => {
      fhir.setErrorHandler(sendError)
      fhir.setNotFoundHandler((_request, reply) => sendOutcome(reply, 404, 'not-found', 'There is no such resource.'))
      fhir.removeAllContentTypeParsers()
      fhir.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LONGEST_BODY }, (_request, body, done) =>
        done(null, body),
      )
      fhir.addHook('onRequest', setHeaders)
      fhir.addHook('onRequest', (request) => checkRequest(deps, request))
      fhir.addHook('onResponse', (request, reply, done) => {
        deps.metrics.fhirRequests.inc({ type: typeIn(request) ?? 'none', status: reply.statusCode })
        done()
      })
      fhir.get('/metadata', (request, reply) => reply.send(JSON.stringify(describeCapabilities(baseOf(deps, request)))))
      fhir.get<Identified>('/:type/:id', (request, reply) => sendResource(deps, request, reply))
      fhir.get<Typed>('/:type', (request, reply) =>
        enqueue(networkOf(request.ip), () => sendSearch(deps, { request, reply, query: queryOf(request) })),
      )
      fhir.post<Typed & { Body?: string }>('/:type/_search', (request, reply) =>
        enqueue(networkOf(request.ip), () =>
          sendSearch(deps, { request, reply, query: `${queryOf(request)}&${request.body ?? ''}` }),
        ),
      )
      fhir.options('/*', (_request, reply) => reply.code(204).send())
      fhir.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', handler: refuseMethod })
    },
    { prefix: FHIR_PATH },
  )
}

const setHeaders = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.headers({
    'content-type': FHIR_JSON,
    // A suppressed provider must be gone at once.
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': 'Accept, Content-Type, If-Modified-Since, If-None-Match, Prefer',
    'access-control-expose-headers': 'ETag, Last-Modified, Retry-After',
    'access-control-max-age': String(DAY_S),
  })
}

const MINUTE_S = 60

async function checkRequest(deps: Deps, request: FastifyRequest): Promise<void> {
  if (request.url.length > LONGEST_URL)
    throw new FhirFailure(414, 'too-long', 'The address is too long. Search with POST and _search instead.')
  if (isOtherFormat(request)) throw new FhirFailure(406, 'not-supported', 'This server sends JSON only.')
  const key = `fhir:${networkOf(request.ip)}` as const
  const limit = deps.settings.limits.fhirPerMinutePerAddress
  if (!(await hit({ db: deps.db, now: deps.clock.now() }, { key, limit, windowSeconds: MINUTE_S })))
    throw new FhirFailure(429, 'throttled', 'Too many requests. Please wait a minute and try again.')
}

const JSON_FORMATS = /(^|[/+])json\b/

function isOtherFormat(request: FastifyRequest): boolean {
  const format = new URLSearchParams(queryOf(request)).get('_format')
  if (format) return !JSON_FORMATS.test(format)
  const { accept = '' } = request.headers
  return /xml|turtle/.test(accept) && !/json|\*/.test(accept)
}

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')
const baseOf = ({ settings }: Deps, request: FastifyRequest): string =>
  portalUrl(settings, brandOf(request, settings).id, FHIR_PATH)

function typeIn({ params }: FastifyRequest): ResourceType | undefined {
  const { type = '' } = (params ?? {}) as Partial<Typed['Params']>
  return isSearchType(type) ? type : undefined
}

function typeOf(request: FastifyRequest): ResourceType {
  const type = typeIn(request)
  if (!type) throw new FhirFailure(404, 'not-supported', 'This server has no such resource type.')
  return type
}

async function sendResource(deps: Deps, request: FastifyRequest<Identified>, reply: FastifyReply) {
  const found = await readResource(deps.db, { type: typeOf(request), id: request.params.id })
  if (!found) throw new FhirFailure(404, 'not-found', 'There is no such resource.')
  const { lastUpdated, resource } = found
  reply.header('etag', writeEntityTag(lastUpdated)).header('last-modified', lastUpdated.toUTCString())
  return isNotModified(request.headers, lastUpdated) ? reply.code(304).send() : reply.send(resource)
}

type Searched = { request: FastifyRequest; reply: FastifyReply; query: string }

async function sendSearch(deps: Deps, { request, reply, query }: Searched) {
  const sent: Sent[] = [...new URLSearchParams(query)]
  const bundle = await answerSearch(deps.db, {
    type: typeOf(request),
    sent,
    isStrict: /\bhandling\s*=\s*strict\b/.test(String(request.headers.prefer ?? '')),
    base: baseOf(deps, request),
    now: deps.clock.now(),
    keys: deps.settings,
  })
  return reply.send(bundle)
}

const refuseMethod = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.header('allow', METHODS)
  throw new FhirFailure(405, 'not-supported', 'This interface is read-only.')
}

const sendOutcome = (reply: FastifyReply, status: number, code: IssueCode, message: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', FHIR_JSON)
    .serializer(String)
    .send(JSON.stringify(operationOutcome(code, message)))

const SENTENCES: Record<number, [IssueCode, string]> = {
  400: ['invalid', 'The request could not be understood.'],
  413: ['too-long', 'The request is too large.'],
  415: ['not-supported', `Send the search parameters as ${FORM}.`],
  503: ['transient', 'The directory is busy or this search takes too long. Narrow it, or try again shortly.'],
}

const FAILED: [IssueCode, string] = ['exception', 'The directory is currently unavailable. Please try again shortly.']

/** Messages of the database or the server's own code never leave it. */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof FhirFailure) {
    if (error.statusCode === 429) reply.header('retry-after', MINUTE_S)
    return sendOutcome(reply, error.statusCode, error.code, error.message)
  }
  const status = isDatabaseUnavailable(error) ? 503 : (error.statusCode ?? 500)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (status === 503) reply.header('retry-after', 5)
  const [code, message] = SENTENCES[status] ?? FAILED
  return sendOutcome(reply, status, code, message)
}
