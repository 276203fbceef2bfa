import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createTestBrowser, type TestBrowser } from '../server/test/browser.ts'
import { cookiesOf, type LeanClient } from './lean-client.ts'

type LeanRequest = { method: string; url: string; payload?: string; headers: Record<string, string> }

/** A browser for a running server. It keeps only the cookies that the portal needs. */
export function openLeanBrowser(address: string, client: LeanClient): TestBrowser {
  const inject = async ({ method, url, payload, headers }: LeanRequest): Promise<Partial<LightMyRequestResponse>> => {
    const { host: _named, ...rest } = headers
    const sent = { ...rest, ...(rest.origin && { origin: address }) }
    const reply = await client.send({ method, path: url, headers: sent, body: payload })
    const body = reply.readBody()
    return { statusCode: reply.status, json: () => JSON.parse(body), body, cookies: cookiesOf(reply) }
  }
  // The test browser calls only this method of the server.
  return createTestBrowser({ inject } as unknown as FastifyInstance, { isUnwatched: true })
}
