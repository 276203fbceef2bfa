import { STAFF_ROLE_NAMES } from '@portico/core/access/staff-roles'
import { ALL_CALLS, type NamedCall } from '@portico/core/all-calls'
import type { Access, Call, UserKind } from '@portico/core/call'
import { CSRF_COOKIE, MEMBER_BASE, PROVIDER_BASE } from '@portico/core/constants'
import { DISCOVERY_PATH, may } from '@portico/core/sign-on-hub/may'
import type { FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { cookieName } from '../http/cookies.ts'
import { CSRF_HEADER } from '../identity/csrf.ts'
import { SESSION_COOKIE } from '../identity/session-cookie.ts'
import type { Settings } from '../settings/settings.ts'

const KINDS: Record<UserKind, string> = { provider: 'providers', member: 'members', internal: 'plan staff' }
const ALL_KINDS: readonly UserKind[] = ['provider', 'member', 'internal']

/** Describes who can use a call, from its declaration. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'For anyone.'
  const roles = access.staff ? ` (${access.staff.map((role) => STAFF_ROLE_NAMES[role].toLowerCase()).join(', ')})` : ''
  const nameOf = (kind: UserKind) => (kind === 'internal' ? KINDS[kind] + roles : KINDS[kind])
  const kinds = (access.kinds ?? ALL_KINDS).map(nameOf).join(' and ')
  const permission = access.permission ? ` with the permission ${access.permission}` : ''
  return `For ${kinds}${permission}${access.pending ? ', also with a pending request' : ''}.${describeStepUp(access)}`
}

/** HTTP 401 with the message code step-up until the user confirms their identity again. */
const describeStepUp = ({ stepUp }: Exclude<Access, 'public'>): string =>
  stepUp ? ` Requires step-up (401 \`step-up\`)${stepUp === true ? '' : ` when ${stepUp.when}`}.` : ''

const refusalWith = (status: TSchema) =>
  Type.Object({
    status,
    entity: Type.Object({
      messageType: Type.Literal('error'),
      statusCode: Type.String(),
      messageCode: Type.String(),
      message: Type.String({ description: 'One plain sentence for the person' }),
    }),
    metadata: Type.Optional(
      Type.Object({ field: Type.String({ description: 'The field that could not be taken, for HTTP 400' }) }),
    ),
  })

const httpFailure = refusalWith(Type.Integer({ description: 'The same number as the HTTP status' }))

/** The calls as an OpenAPI document, generated from their declarations; the same under each base. */
export function describeApi(base: string, settings: Pick<Settings, 'production' | 'publicUrls'>) {
  const paths: Record<string, Record<string, object>> = {}
  for (const named of ALL_CALLS) {
    const { method, path } = named.call
    paths[base + path] = { ...paths[base + path], [method.toLowerCase()]: describeOperation(named) }
  }
  paths[may.path] = { get: describeMay() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico calls',
      version: '1',
      description:
        'Every reply is an envelope {status, entity}. A business refusal is HTTP 200 with another status inside; an HTTP failure carries the same envelope.',
    },
    servers: Object.values(settings.publicUrls).map((url) => ({ url })),
    tags: [...new Set(ALL_CALLS.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    externalDocs: { description: 'Discovery document of the OpenID provider', url: DISCOVERY_PATH },
    components: {
      securitySchemes: {
        openId: { type: 'openIdConnect', openIdConnectUrl: DISCOVERY_PATH },
        session: { type: 'apiKey', in: 'cookie', name: cookieName(SESSION_COOKIE, settings) },
        antiForgery: {
          type: 'apiKey',
          in: 'header',
          name: CSRF_HEADER,
          description: `The value of the cookie ${cookieName(CSRF_COOKIE, settings)}, which every GET sets.`,
        },
      },
    },
  }
}

/** Called by other applications, so it has neither the portal's session nor its envelope. */
function describeMay() {
  const { says, query, reply, refusal, refusals } = may
  const failed = (description: string) => ({ description, content: json(refusal) })
  return {
    operationId: 'may',
    tags: ['sign-on-hub'],
    summary: says,
    description: 'For applications with an access token of the scope access.',
    parameters: parametersOf(query),
    responses: {
      200: { description: 'The answer', content: json(reply) },
      ...Object.fromEntries(Object.entries(refusals).map(([status, description]) => [status, failed(description)])),
      default: failed('A refusal'),
    },
    security: [{ openId: ['access'] }],
  }
}

function describeOperation({ area, name, call }: NamedCall) {
  const { access } = call
  const { says, query, body } = call.described
  const isPost = call.method === 'POST'
  const security = { ...(access === 'public' ? {} : { session: [] }), ...(isPost ? { antiForgery: [] } : {}) }
  return {
    operationId: name,
    tags: [area],
    summary: says,
    description: describeAccess(access),
    ...(query ? { parameters: parametersOf(query) } : {}),
    ...(isPost ? { requestBody: { required: true, content: json(body ?? Type.Object({})) } } : {}),
    responses: { 200: describeReply(call), default: { description: 'An HTTP failure', content: json(httpFailure) } },
    security: Object.keys(security).length > 0 ? [security] : [],
  }
}

/** HTTP 200 is success or a refusal with one of the call's own statuses. */
function describeReply({ described }: Call) {
  const { statuses = [], file, bare, entity } = described
  const refusal = statuses.length > 0 ? [refusalWith(Type.Enum([...statuses]))] : []
  if (file) {
    const content = { [file]: { schema: Type.String() }, ...(refusal[0] ? json(refusal[0]) : {}) }
    return { description: 'The file, or a refusal', content }
  }
  const success = bare ?? Type.Object({ status: Type.Literal(200), entity: entity ?? Type.Never() })
  return {
    description: refusal.length > 0 ? 'Success, or a refusal with its sentence' : 'Success',
    content: json(refusal.length > 0 ? Type.Union([success, ...refusal]) : success),
  }
}

type Shape = TSchema & { properties?: Record<string, TSchema>; required?: readonly string[] }

const parametersOf = ({ properties = {}, required = [] }: Shape) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: plain(schema),
  }))

const json = (schema: TSchema) => ({ 'application/json': { schema: plain(schema) } })

/** Client generators read a map's value type from additionalProperties, not from patternProperties. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const { patternProperties, ...rest } = value as { patternProperties?: Record<string, unknown> }
  const [values] = Object.values(patternProperties ?? {})
  const kept = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, plain(inner)]))
  return values === undefined ? kept : { ...kept, additionalProperties: plain(values) }
}

/** Serves openapi.json below each base. Generated on first request, because it takes a third of startup. */
export function registerOpenApi(app: FastifyInstance, settings: Settings): void {
  for (const base of [PROVIDER_BASE, MEMBER_BASE]) {
    let document: string | undefined
    app.get(`${base}/rest/openapi.json`, async (_request, reply) => {
      document ??= JSON.stringify(describeApi(base, settings))
      return reply.type('application/json').send(document)
    })
  }
}
