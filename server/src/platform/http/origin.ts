import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'

/**
 * Whether a post comes from one of the portal's own pages. Browsers name the origin of every cross-site post, so a
 * request that names none was not sent by another site's page. A page that tells nobody its address names 'null', as
 * a foreign one can: then the browser's own word that both are of one origin is needed.
 */
export function isOwnOrigin(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const origin = request.headers.origin
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return true
  return origin === `${request.protocol}://${request.host}` || isPublicOrigin(origin, request.host, settings)
}

/** Behind a proxy that ends TLS the request looks like http; then the configured address of that host decides. */
function isPublicOrigin(origin: string, host: string, settings: Settings): boolean {
  return Object.values(settings.publicUrls).some((url) => new URL(url).origin === origin && new URL(url).host === host)
}
