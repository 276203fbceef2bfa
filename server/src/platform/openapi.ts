import swagger from '@fastify/swagger'
import { PROVIDER_BASE } from '@portico/core/constants'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'

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
    transform: ({ schema, url }) => {
      if (!url.startsWith(`${PROVIDER_BASE}/rest/`)) return { schema: { ...schema, hide: true }, url }
      const described = { ...((schema as { response?: object } | undefined)?.response ?? {}), default: refusal }
      return { schema: { ...schema, response: described }, url }
    },
  })
  app.get(`${PROVIDER_BASE}/rest/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
}
