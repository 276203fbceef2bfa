import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'

/**
 * True if a post comes from one of the portal's own pages. Browsers send the origin with every cross-site post, so a
 * request without one does not come from another site. A page with no-referrer sends 'null', as a foreign page can;
 * then Sec-Fetch-Site must say same-origin.
 */
export function isOwnOrigin(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const origin = request.headers.origin
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return true
  return origin === `${request.protocol}://${request.host}` || isPublicOrigin(origin, request.host, settings)
}

/** Behind a TLS-terminating proxy the request looks like http; then the configured URL of that host decides. */
function isPublicOrigin(origin: string, host: string, settings: Settings): boolean {
  return Object.values(settings.publicUrls).some((url) => new URL(url).origin === origin && new URL(url).host === host)
}
