import swagger from '@fastify/swagger'
import { PROVIDER_BASE } from '@portico/core/constants'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Access } from './access-guard.ts'
import type { AccountKind } from './schema.ts'

const refusal = Type.Object(
  {
    status: Type.Integer({ description: 'The same number as the HTTP status, or the business status of an HTTP 200' }),
    entity: Type.Object({
      messageType: Type.Literal('error'),
      statusCode: Type.String(),
      messageCode: Type.String(),
      message: Type.String({ description: 'One plain sentence for the person' }),
    }),
  },
  { description: 'The refusal every call may answer with' },
)

const KINDS: Record<AccountKind, string> = { provider: 'providers', member: 'members', internal: 'plan staff' }

/** Who may use a call, in words, from what it declares. */
function describeAccess(access: Access | undefined): string {
  if (access === undefined) return ''
  if (access === 'public') return 'For anybody.'
  const kinds = (access.kinds ?? (Object.keys(KINDS) as AccountKind[])).map((kind) => KINDS[kind]).join(' and ')
  if (access.permission) return `For ${kinds} with the permission ${access.permission}.`
  return `For ${kinds}${access.pending ? ', also while their request waits' : ''}.`
}

/** Describes the calls from their own schemas. The second base answers the same calls, so it is left out. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Portico calls',
        version: '1',
        description:
          'Every reply is an envelope {status, entity}. A business refusal is HTTP 200 with another status inside.',
      },
    },
    transform: ({ schema, url, route }) => {
      if (!url.startsWith(`${PROVIDER_BASE}/rest/`)) return { schema: { ...schema, hide: true }, url }
      const response = { ...((schema as { response?: object } | undefined)?.response ?? {}), default: refusal }
      const access = (route.config as { access?: Access } | undefined)?.access
      return { schema: { ...schema, description: describeAccess(access), response }, url }
    },
  })
  app.get(`${PROVIDER_BASE}/rest/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
}
