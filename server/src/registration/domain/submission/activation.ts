import {
  ACTIVATION_LINK_EXPIRED,
  ACTIVATION_LINK_UNKNOWN,
  ACTIVATION_LINK_USED,
  INVITATION_OVER,
} from '@portico/core/forms/sentences'
import type { ActivationProfile } from '@portico/core/registration/model-shapes'
import type { Group } from '@portico/core/registration/shapes'
import { TOO_MANY_LOOKUPS } from '@portico/core/registration/texts/sentences'
import type { Context } from '#platform/context.ts'
import { toPerson } from '#platform/database/person-columns.ts'
import { findLink, type Link } from '#platform/identity/links.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { activateAccount, findRequest, isInvitationValid, type RequestFacts } from '../../../access/access.ts'
import { findInvitation, findInvitedPerson, findOrganizationName, type InvitedPerson } from '../../store/invitations.ts'
import { type Opened, openRegistration, type Visitor } from '../proofs/current-registration.ts'
import { withinLinkLookUps } from '../proofs/request-link.ts'
import { known, type Submission, submitOnce } from './submission.ts'

/** Every refusal is a 406 with its own message (behaviour 9.5). */
async function findOpenInvitation(context: Context, activationId: string): Promise<Outcome<[Link, InvitedPerson]>> {
  const found = await findLink(context, 'ACTIVATION', activationId)
  if (found.state === 'used') return refuse(406, ACTIVATION_LINK_USED, 'link-used')
  if (found.state === 'expired') return refuse(406, ACTIVATION_LINK_EXPIRED, 'link-expired')
  if (found.state !== 'open' || !found.link.accountId) return refuse(406, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
  const person = await findInvitedPerson(context.db, found.link.accountId)
  if (!person) return refuse(406, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
  if (!(await isInvitationValid(context.db, person.id))) return refuse(406, INVITATION_OVER, 'link-ended')
  return { entity: [found.link, person] }
}

/**
 * profileByActivationId: returns the invited person and the scope of the account. Writes only the current registration.
 */
export async function openActivation(
  context: Visitor,
  { activationId }: { activationId: string },
): Promise<Opened<{ entity: ActivationProfile }>> {
  const { db, registration } = context
  if (!(await withinLinkLookUps(context))) return refuse(406, TOO_MANY_LOOKUPS, 'flood')
  const open = await findOpenInvitation(context, activationId)
  if ('refusal' in open) return open
  const [link, person] = open.entity
  const requestId = await findInvitation(db, person.id)
  const facts = requestId ? await findRequest(db, requestId) : undefined
  const poName = facts?.orgId ? await findOrganizationName(db, facts.orgId) : ''
  const answer = { entity: describeActivation(person, facts, poName) }
  if (registration?.link_id === link.id) return { entity: { answer } }
  return { entity: { answer, registrationId: await openRegistration(context, { linkId: link.id }) } }
}

function describeActivation(person: InvitedPerson, facts: RequestFacts | undefined, poName: string): ActivationProfile {
  const grants = facts?.grants ?? []
  const groups = grants.filter((grant) => grant.scope.kind !== 'NPI').map(toGroup)
  const npi = grants.find((grant) => grant.scope.kind === 'NPI')
  return {
    npiId: npi?.scope.id ?? '',
    npiName: npi?.name ?? '',
    poId: facts?.orgId ?? '',
    poName,
    pgGroupMap: Object.fromEntries(groups.map((group) => [group.id, group])),
    pgGroupKeys: groups.map((group) => group.id),
    regRoleSel: grants[0]?.role ?? '',
    ...toPerson(person),
  }
}

function toGroup({ scope, name }: RequestFacts['grants'][number]): Group {
  return {
    id: scope.groupId ?? scope.id,
    name,
    shortName: name,
    checked: true,
    registerdGroup: true,
    registerdNpi: false,
    selectedNpiGroup: true,
    npiList: [],
  }
}

/** activateUserAccount: the token of the link is the proof. Activates the invitation. */
export function activateInvited(submission: Submission): Promise<Outcome<true>> {
  return submitOnce(submission, async (inside) => {
    const invitation = known(submission, 'invitation')
    const activated = await activateAccount(inside, { ...invitation, credentials: known(submission, 'credentials') })
    // The page shows a 407 in place. The 406 of the look-up would redirect to home with the generic message.
    if ('refusal' in activated && activated.refusal.status === 406)
      return refuse(407, activated.refusal.message, 'link-used')
    if ('refusal' in activated) return activated
    const requestId = await findInvitation(inside.db, invitation.accountId)
    return { entity: requestId ? { requestId } : {} }
  })
}
