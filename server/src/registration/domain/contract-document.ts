import { GENERIC } from '@portico/core/forms/messages'
import type { ContractEntity } from '@portico/core/registration/shapes'
import type { RequestFacts } from '../../platform/access-ports.ts'
import { findBrand } from '../../platform/brands.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findContractRequest } from '../store/contract-requests.ts'
import { findOrganizationName } from '../store/invitations.ts'
import { findProviderName } from '../store/provider-scopes.ts'
import type { ContractFacts } from './contract/contract-facts.ts'
import type { Held } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'

/** regContract after a submission: for the registration that made the request, later for the signed-in requester. */
export async function makeRequestContract(
  deps: Deps,
  { ports }: RegistrationParts,
  asked: { held: Held | undefined; accountId: string | undefined; reference: string | undefined },
): Promise<Outcome<ContractEntity>> {
  const requestId = await findContractRequest(deps.db, {
    requestId: asked.held?.request_id ?? undefined,
    accountId: asked.accountId,
    reference: asked.reference,
  })
  const facts = requestId ? await ports.findRequest(deps.db, requestId) : undefined
  if (!facts) return refuse(404, GENERIC, 'no-contract')
  const { fillContract } = await import('./contract/contract-pdf.ts')
  const pdf = await fillContract(await describeContract(deps, facts))
  return { entity: { regContract: pdf.toString('base64'), reference: facts.reference } }
}

async function describeContract(deps: Deps, facts: RequestFacts): Promise<ContractFacts> {
  const { requester } = facts
  const npi = facts.npi ?? ''
  const groups = facts.grants.filter((grant) => grant.scope.kind !== 'NPI').map((grant) => grant.name)
  return {
    brand: findBrand(facts.brand),
    npi,
    providerName: await findProviderName(deps.db, npi),
    level: facts.regType,
    ...(facts.orgId ? { organizationName: await findOrganizationName(deps.db, facts.orgId) } : {}),
    groups,
    registrant: {
      name: `${requester.firstName} ${requester.lastName}`,
      email: requester.email,
      phone: requester.phone ?? '',
    },
    reference: facts.reference,
    date: facts.createdAt,
  }
}
