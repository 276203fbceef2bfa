import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isLoopbackAddress } from '../clients/client-addresses.ts'

export const LOGOUT_TIMEOUT_MS = 5000

/** Resolves names as usual, but not to this machine. */
const lookupElsewhere: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '')
    if (found.some(({ address }) => isLoopbackAddress(address))) return done(refused(), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })

const refused = () => Object.assign(new Error('loopback'), { code: 'LOOPBACK' })

/**
 * Posts a logout token. Returns why it failed, or undefined. Follows no redirect, gives up after five seconds, and
 * discards the reply. In production it never posts to this machine.
 */
export function postLogout(
  address: string,
  token: string,
  { production, timeoutMs = LOGOUT_TIMEOUT_MS }: { production: boolean; timeoutMs?: number },
): Promise<string | undefined> {
  const url = new URL(address)
  if (production && (url.protocol !== 'https:' || isLoopbackAddress(url.hostname))) return Promise.resolve('LOOPBACK')
  const body = new URLSearchParams({ logout_token: token }).toString()
  return new Promise((resolve) => {
    const sent = (url.protocol === 'https:' ? request : requestPlain)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(production ? { lookup: lookupElsewhere } : {}),
    })
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      resolve(status >= 200 && status < 300 ? undefined : `HTTP ${status}`)
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ABORT_ERR' ? 'TIMEOUT' : (error.code ?? error.name)),
    )
    sent.end(body)
  })
}
