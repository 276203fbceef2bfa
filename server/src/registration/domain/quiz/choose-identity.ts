import type { Context } from '#platform/context.ts'
import { embeddedIdentity } from './embedded-identity.ts'
import { httpIdentity } from './http-identity.ts'
import type { IdentityService } from './identity-service.ts'

/** Uses the vendor if one is configured, and the embedded service otherwise. */
export function chooseIdentity(context: Context): IdentityService {
  const vendor = context.settings.identityVendor
  return vendor ? httpIdentity(context, vendor) : embeddedIdentity(context)
}
