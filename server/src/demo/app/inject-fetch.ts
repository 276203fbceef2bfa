import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { CustomFetch } from 'openid-client'

/** `fetch` for openid-client. The app answers without a network, so it works before the public address does. */
export const injectFetch =
  (app: Pick<FastifyInstance, 'inject'>): CustomFetch =>
  async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      ...(body === undefined || body === null ? {} : { payload: String(body) }),
    })
    return toResponse(response)
  }

function toResponse({ statusCode, headers, body }: LightMyRequestResponse): Response {
  const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: plain })
}
