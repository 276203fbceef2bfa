import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createTestBrowser, type TestBrowser } from '../browser.ts'

/** A call with an unknown outcome: the connection broke, or the server replied with 5xx. */
export class Unknown extends Error {}

const PATIENCE_MS = 20_000

let opened = 0

/** A browser that sends each call to the next of several running servers. Each browser starts at another server. */
export function openNetworkBrowser(addresses: string[], patienceMs = PATIENCE_MS): TestBrowser {
  let turn = opened++
  const inject = async (asked: { method: string; url: string; payload?: string; headers: Record<string, string> }) => {
    const address = addresses[turn++ % addresses.length] ?? ''
    const { host: _named, ...headers } = asked.headers
    const response = await fetch(address + asked.url, {
      method: asked.method,
      headers: { ...headers, ...(headers.origin && { origin: address }) },
      body: asked.payload ?? null,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: Error) => {
      throw new Unknown(`no answer: ${String(error.cause ?? error.message)}`)
    })
    const body = await response.text().catch(() => {
      throw new Unknown('the answer broke off')
    })
    if (response.status >= 500) throw new Unknown(`HTTP ${response.status}`)
    const answered: Partial<LightMyRequestResponse> = {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      json: () => JSON.parse(body),
      body,
      cookies: response.headers.getSetCookie().map(readCookie),
    }
    return answered
  }
  // TestBrowser uses only this method of the server.
  return createTestBrowser({ inject } as unknown as FastifyInstance, { isUnwatched: true })
}

function readCookie(line: string): LightMyRequestResponse['cookies'][number] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const maxAge = /max-age=(\d+)/i.exec(line)?.[1]
  const expires = /expires=([^;]+)/i.exec(line)?.[1]
  return {
    name,
    value,
    ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
    ...(expires !== undefined && { expires: new Date(expires) }),
  }
}
