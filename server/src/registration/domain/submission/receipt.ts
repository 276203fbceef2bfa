import { GENERIC } from '@portico/core/forms/messages'
import type { Receipt } from '@portico/core/registration/shapes'
import type { Context } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { describeStatus, findRequest, type RequestFacts } from '../../../access/access.ts'
import { findOrganizationName } from '../../store/invitations.ts'
import { findProviderName } from '../../store/provider-scopes.ts'
import type { Visitor } from '../proofs/current-registration.ts'

/** receipt: for a submission, decision or activation of this browser, until its registration ends (behaviour 3.17). */
export async function makeReceipt({ db, settings, registration }: Visitor): Promise<Outcome<Receipt>> {
  const facts = registration?.request_id ? await findRequest(db, registration.request_id) : undefined
  return facts ? { entity: await writeReceipt({ db, settings }, facts) } : refuse(404, GENERIC, 'no-receipt')
}

async function writeReceipt({ db, settings }: Pick<Context, 'db' | 'settings'>, facts: RequestFacts): Promise<Receipt> {
  const { contract, next } = await describeStatus({ db, settings }, facts)
  const { requester, reference, path, regType, role, state } = facts
  const npiId = facts.npi ?? facts.grants.find(({ scope }) => scope.kind === 'NPI')?.scope.id ?? ''
  return {
    reference,
    path,
    regType,
    regRoleSel: role,
    state,
    contract: contract.state,
    next,
    npiId,
    npiName: npiId && (await findProviderName(db, npiId)),
    poName: facts.orgId ? await findOrganizationName(db, facts.orgId) : '',
    groups: facts.grants.filter(({ scope }) => scope.kind !== 'NPI').map(({ name }) => name),
    submittedOn: facts.createdAt.toISOString(),
    decidedOn: facts.decidedAt?.toISOString() ?? '',
    expiresOn: facts.state.startsWith('PENDING') ? (facts.expiresAt?.toISOString() ?? '') : '',
    firstName: requester.firstName,
    lastName: requester.lastName,
    email: requester.email,
    contactFirstName: facts.contactFirstName ?? '',
    contactLastName: facts.contactLastName ?? '',
    signatoryEmail: facts.signatoryEmail ?? '',
  }
}
