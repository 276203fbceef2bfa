import { GENERIC } from '@portico/core/forms/messages'
import type { Contract, ContractQuery } from '@portico/core/registration/shapes'
import { TOO_MANY_FORMS } from '@portico/core/registration/texts/sentences'
import { findBrand } from '#platform/brands/brands.ts'
import type { Db } from '#platform/context.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest, type RequestFacts } from '../../../access/access.ts'
import { findContractRequest } from '../../store/contract-requests.ts'
import { findOrganizationName } from '../../store/invitations.ts'
import { findProviderName } from '../../store/provider-scopes.ts'
import { providerAccount, type Visitor } from '../proofs/current-registration.ts'
import { findCachedContract } from './contract-cache.ts'
import type { ContractFacts } from './contract-facts.ts'

/** regContract after a submission: for the registration that made the request, later for the signed-in requester. */
export async function makeRequestContract(context: Visitor, { reference }: ContractQuery): Promise<Outcome<Contract>> {
  const { db, registration, settings } = context
  const from = networkOf(context.address)
  const limit = settings.limits.contractFormsPer5MinPerAddress
  if (!(await hit(context, { key: `contract-form:${from}`, limit, windowSeconds: 300 })))
    return refuse(400, TOO_MANY_FORMS, 'flood')
  const requestId = await findContractRequest(db, {
    requestId: registration?.request_id ?? undefined,
    accountId: providerAccount(context),
    reference,
  })
  const facts = requestId ? await findRequest(db, requestId) : undefined
  if (!facts) return refuse(404, GENERIC, 'no-contract')
  const regContract = await findCachedContract(await describeContract(db, facts), from)
  return { entity: { regContract, reference: facts.reference } }
}

/** The current content of a request's contract. */
export async function describeContract(db: Db, facts: RequestFacts): Promise<ContractFacts> {
  const { requester } = facts
  const npi = facts.npi ?? ''
  const groups = facts.grants.filter((grant) => grant.scope.kind !== 'NPI').map((grant) => grant.name)
  return {
    brand: findBrand(facts.brand),
    npi,
    providerName: await findProviderName(db, npi),
    level: facts.regType,
    ...(facts.orgId ? { organizationName: await findOrganizationName(db, facts.orgId) } : {}),
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
