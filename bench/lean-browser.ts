import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createTestBrowser, type TestBrowser } from '../server/test/browser.ts'
import { cookiesOf, type LeanLine } from './lean-line.ts'

type Asked = { method: string; url: string; payload?: string; headers: Record<string, string> }

/** A browser that asks a running server. It reads of cookies only what the portal needs back. */
export function openLeanBrowser(address: string, line: LeanLine): TestBrowser {
  const inject = async ({ method, url, payload, headers }: Asked): Promise<Partial<LightMyRequestResponse>> => {
    const { host: _named, ...rest } = headers
    const sent = { ...rest, ...(rest.origin && { origin: address }) }
    const reply = await line.ask({ method, path: url, headers: sent, body: payload })
    const body = reply.readBody()
    return { statusCode: reply.status, json: () => JSON.parse(body), body, cookies: cookiesOf(reply) }
  }
  // Of the whole server a browser uses this one method.
  return createTestBrowser({ inject } as unknown as FastifyInstance, { isUnwatched: true })
}
