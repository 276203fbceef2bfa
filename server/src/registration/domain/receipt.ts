import { GENERIC } from '@portico/core/forms/messages'
import type { Receipt } from '@portico/core/registration/shapes'
import { findRequest, type RequestFacts } from '../../access/access.ts'
import type { Db } from '../../platform/context.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findOrganizationName } from '../store/invitations.ts'
import { findProviderName } from '../store/provider-scopes.ts'
import type { Visitor } from './held-registration.ts'

/** receipt: of the submission this very browser made, as long as its registration is held (behaviour 3.17). */
export async function makeReceipt({ db, held }: Visitor): Promise<Outcome<Receipt>> {
  const facts = held?.request_id ? await findRequest(db, held.request_id) : undefined
  return facts && isRegistration(facts) ? { entity: await writeReceipt(db, facts) } : refuse(404, GENERIC, 'no-receipt')
}

type Path = Receipt['path']
type Registered = RequestFacts & { path: Path }

/** Invitations are an administrator's, and nobody's registration. */
const isRegistration = (facts: RequestFacts): facts is Registered => facts.path !== 'INVITATION'

async function writeReceipt(db: Db, facts: Registered): Promise<Receipt> {
  const { requester, reference, path, regType, role, state } = facts
  const npiId = facts.npi ?? ''
  return {
    reference,
    path,
    regType,
    regRoleSel: role,
    state,
    npiId,
    npiName: await findProviderName(db, npiId),
    poName: facts.orgId ? await findOrganizationName(db, facts.orgId) : '',
    groups: facts.grants.filter(({ scope }) => scope.kind !== 'NPI').map(({ name }) => name),
    submittedOn: facts.createdAt.toISOString(),
    firstName: requester.firstName,
    lastName: requester.lastName,
    email: requester.email,
    contactFirstName: facts.contactFirstName ?? '',
    contactLastName: facts.contactLastName ?? '',
    signatoryEmail: facts.signatoryEmail ?? '',
  }
}
