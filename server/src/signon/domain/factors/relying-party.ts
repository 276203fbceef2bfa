import { isIP } from 'node:net'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context } from '#platform/context.ts'

/** WebAuthn relying party: the public host of a brand. */
export type RelyingParty = { id: string; origin: string; name: string; brand: string }

/**
 * Relying party of the requested host (behaviour 11.20). Returns undefined for an IP address or a host other than the
 * brand's own, because passkeys cannot work there.
 */
export function partyAt(
  { settings, brand }: Pick<Context, 'settings' | 'brand'>,
  host: string,
): RelyingParty | undefined {
  const { hostname, origin } = new URL(portalUrl(settings, brand.id, ''))
  const asked = host.replace(/:\d+$/, '').toLowerCase()
  if (asked !== hostname || isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return { id: hostname, origin, name: brand.name, brand: brand.id }
}
