import { type Brand, brandForHost } from '@portico/core/brand'
import type { FastifyRequest } from 'fastify'
import type { Settings } from './settings.ts'

/** The brand comes from the host name the browser asked for (behaviour 1.6). Links in mail never do. */
export function brandOf(request: FastifyRequest, settings: Settings): Brand {
  return brandForHost(request.host, settings.partnerHosts)
}

/** Cookies are marked Secure wherever the portal is reached over https. */
export function isSecure(request: FastifyRequest, settings: Settings): boolean {
  return request.protocol === 'https' || settings.publicUrls[brandOf(request, settings).id].startsWith('https://')
}
