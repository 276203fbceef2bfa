import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createTestBrowser, type TestBrowser } from '../server/test/browser.ts'

type Asked = { method: string; url: string; payload?: string; headers: Record<string, string> }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * A browser that asks a running server for as little of the processor as can be: what is measured shares its cores with
 * who asks. It keeps its connections, as browsers do, and reads of cookies only what the portal needs back.
 */
export function openLeanBrowser(address: string): TestBrowser {
  const inject = async ({ method, url, payload, headers }: Asked): Promise<Partial<LightMyRequestResponse>> => {
    const { host: _named, ...rest } = headers
    const sent = { ...rest, ...(rest.origin && { origin: address }) }
    const reply = await ask(address + url, { method, headers: sent }, payload)
    const body = await text(reply)
    const cookies = (reply.headers['set-cookie'] ?? []).map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return { name, value }
    })
    return { statusCode: reply.statusCode ?? 0, json: () => JSON.parse(body), body, cookies }
  }
  // Of the whole server a browser uses this one method.
  return createTestBrowser({ inject } as unknown as FastifyInstance, { isUnwatched: true })
}

function ask(
  address: string,
  options: { method: string; headers: Record<string, string> },
  payload: string | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const headers = { ...options.headers, ...length }
    request(address, { ...options, headers, agent }, resolve)
      .on('error', reject)
      .end(payload)
  })
}
