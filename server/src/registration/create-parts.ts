import type { AccessPorts } from '../platform/access-ports.ts'
import type { Deps } from '../platform/deps.ts'
import { captchaKey } from './domain/captcha.ts'
import type { RegistrationParts } from './domain/parts.ts'
import { chooseIdentity } from './domain/quiz/choose-identity.ts'

/** Built once at start. */
export function createRegistrationParts(
  deps: Deps,
  ports: AccessPorts,
  searchProviders: RegistrationParts['searchProviders'],
): RegistrationParts {
  return {
    ports,
    identity: chooseIdentity(deps),
    captchaKey: captchaKey(deps.settings),
    searchProviders,
  }
}
