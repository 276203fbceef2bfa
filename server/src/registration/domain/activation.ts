import {
  ACTIVATION_LINK_EXPIRED,
  ACTIVATION_LINK_UNKNOWN,
  ACTIVATION_LINK_USED,
  TOO_MANY_LOOKUPS,
} from '@portico/core/forms/sentences'
import { checkActivateUser } from '@portico/core/registration/forms'
import type { ActivationProfile, GroupEntity, RegistrationBody } from '@portico/core/registration/shapes'
import type { RequestFacts } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { type Link, legacyFindLink } from '../../platform/links.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import {
  findInvitation,
  findInvitedPerson,
  findLinkAccount,
  findOrganizationName,
  type InvitedPerson,
} from '../store/invitations.ts'
import { type Held, openRegistration } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'
import { readTyped } from './posted-model.ts'
import { missingProof } from './proofs.ts'
import type { Opened } from './request-link.ts'
import { type Caller, prepareCredentials } from './requester.ts'
import { hashSubmission, repeatedResult, submitOnce } from './submission.ts'

/** 406 for all three, each with its own sentence (behaviour 9.5). */
async function findOpenInvitation(deps: Deps, activationId: string): Promise<Outcome<[Link, InvitedPerson]>> {
  const found = await legacyFindLink(deps.db, 'ACTIVATION', activationId, deps.clock.now())
  if (found.state === 'used') return refuse(406, ACTIVATION_LINK_USED, 'link-used')
  if (found.state === 'expired') return refuse(406, ACTIVATION_LINK_EXPIRED, 'link-expired')
  if (found.state !== 'open' || !found.link.accountId) return refuse(406, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
  const person = await findInvitedPerson(deps.db, found.link.accountId)
  return person ? { entity: [found.link, person] } : refuse(406, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
}

/** profileByActivationId: the invited person and what the account will cover. Changes nothing but the held registration. */
export async function openActivation(
  deps: Deps,
  parts: RegistrationParts,
  asked: { activationId: string; held: Held | undefined; brand: string; address: string },
): Promise<Outcome<Opened<ActivationProfile>>> {
  const { npiLookupsPer5Min } = deps.settings.limits
  if (!(await legacyHit(deps.db, `link:${networkOf(asked.address)}`, npiLookupsPer5Min, 300, deps.clock.now())))
    return refuse(406, TOO_MANY_LOOKUPS, 'flood')
  const open = await findOpenInvitation(deps, asked.activationId)
  if ('refusal' in open) return open
  const [link, person] = open.entity
  const requestId = await findInvitation(deps.db, person.id)
  const facts = requestId ? await parts.ports.findRequest(deps.db, requestId) : undefined
  const review = describeActivation(person, facts, facts?.orgId ? await findOrganizationName(deps.db, facts.orgId) : '')
  if (asked.held?.link_id === link.id) return { entity: { review } }
  const registrationId = await openRegistration(deps, { brand: asked.brand, linkId: link.id })
  return { entity: { review, registrationId } }
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
    regRoleSel: facts?.role ?? '',
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    phone: person.phone ?? '',
    phoneExt: person.phone_ext ?? '',
  }
}

function toGroup({ scope, name }: RequestFacts['grants'][number]): GroupEntity {
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

/** activateUserAccount: the link's token is the proof; the invitation becomes active. */
export async function activateUserAccount(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
): Promise<Outcome<true>> {
  const submissionHash = hashSubmission(deps.settings.secretKey, 'activateUserAccount', body)
  const settled = repeatedResult(held, submissionHash) ?? missingProof('activateUserAccount', held)
  if (settled) return settled
  const linkId = held.link_id as string
  const link = await findLinkAccount(deps.db, linkId)
  if (!link) return refuse(407, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
  if (link.expiresAt <= deps.clock.now()) return refuse(407, ACTIVATION_LINK_EXPIRED, 'link-expired')
  const model = readTyped(body, { regType: 'accountActivation' })
  const problem = Object.values(checkActivateUser(model))[0]
  if (problem) return refuse(407, problem, 'field')
  const prepared = await prepareCredentials(parts.ports, model, { allowSpaces: true })
  if ('refusal' in prepared) return prepared
  return submitOnce(deps, held, 'activateUserAccount', submissionHash, async (trx) => {
    const activated = await parts.ports.activateAccount(trx, {
      linkId,
      accountId: link.accountId,
      credentials: prepared.entity,
      now: deps.clock.now(),
      address: caller.address,
    })
    // The screen shows 407 on the page; the look-up's 406 would lead home with the generic text.
    if ('refusal' in activated && activated.refusal.status === 406)
      return refuse(407, activated.refusal.message, 'link-used')
    return 'refusal' in activated ? activated : { entity: {} }
  })
}
