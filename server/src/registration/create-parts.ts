import { BRANDS } from '@portico/core/brand'
import type { AccessPorts } from '../platform/access-ports.ts'
import type { Deps } from '../platform/deps.ts'
import { captchaKey } from './domain/captcha.ts'
import { makeContractForm } from './domain/contract/contract-pdf.ts'
import type { RegistrationParts } from './domain/parts.ts'
import { chooseIdentity } from './domain/quiz/choose-identity.ts'

/** Built once at start; the contract forms are the same for all and take real time to make (behaviour 10.1). */
export async function createRegistrationParts(
  deps: Deps,
  ports: AccessPorts,
  searchProviders: RegistrationParts['searchProviders'],
): Promise<RegistrationParts> {
  const [harborview, bayside] = await Promise.all([
    makeContractForm(BRANDS.harborview),
    makeContractForm(BRANDS.bayside),
  ])
  return {
    ports,
    identity: chooseIdentity(deps),
    contractForms: { harborview: JSON.stringify(harborview), bayside: JSON.stringify(bayside) },
    captchaKey: captchaKey(deps.settings),
    searchProviders,
  }
}
