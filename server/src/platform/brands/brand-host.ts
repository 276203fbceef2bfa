import type { DeclaredBrand } from '@portico/core/brand'
import type { FastifyRequest } from 'fastify'
import { type BrandAddresses, findBrand } from './brands.ts'

/** The brand of a host name, with or without a port. Unknown hosts belong to the standard brand. */
export function brandForHost(host: string, hosts: BrandAddresses['brandHosts']): DeclaredBrand {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return findBrand(hosts[name] ?? '')
}

/** The brand of a request follows its host name (behaviour 1.6). Links in mail do not. */
export function brandOf(request: FastifyRequest, settings: Pick<BrandAddresses, 'brandHosts'>): DeclaredBrand {
  return brandForHost(request.host, settings.brandHosts)
}

/** Addresses in mail come from the configured public URL of the brand, never from a Host header. */
export function portalUrl({ publicUrls }: Pick<BrandAddresses, 'publicUrls'>, brand: string, path: string): string {
  return publicUrls[findBrand(brand).id] + path
}
