import type { Deps } from '../../../platform/deps.ts'
import { embeddedIdentity } from './embedded-identity.ts'
import { httpIdentity } from './http-identity.ts'
import type { IdentityService } from './identity-service.ts'

/** The vendor where one is configured, the embedded service otherwise. */
export function chooseIdentity(deps: Deps): IdentityService {
  const vendor = deps.settings.identityVendor
  return vendor ? httpIdentity(deps, vendor) : embeddedIdentity(deps)
}
