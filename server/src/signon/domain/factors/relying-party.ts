import { isIP } from 'node:net'
import { portalUrl } from '../../../platform/brands/brand-host.ts'
import type { Context } from '../../../platform/context.ts'

/** Whom a passkey is made for: the public address of a brand. */
export type RelyingParty = { id: string; origin: string; name: string; brand: string }

/**
 * The one that a page at this host belongs to (behaviour 11.20); undefined where passkeys cannot be used: at an IP
 * address, or at another name than the brand's own.
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
