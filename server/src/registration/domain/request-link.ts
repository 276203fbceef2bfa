import {
  REQUEST_LINK_EXPIRED,
  REQUEST_LINK_UNKNOWN,
  REQUEST_LINK_USED,
  TOO_MANY_LOOKUPS,
} from '@portico/core/forms/sentences'
import type { RequestReview } from '@portico/core/registration/shapes'
import type { AccessPorts, RequestFacts } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { type Link, legacyFindLink } from '../../platform/links.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findProviderScopes } from '../store/provider-scopes.ts'
import { type Held, openRegistration } from './held-registration.ts'

export type OpenRequest = { link: Link; facts: RequestFacts }

/** The request behind a mailed link, as long as it can be decided: 498 expired, 407 decided, 406 unknown. */
export async function findOpenRequest(deps: Deps, ports: AccessPorts, reqId: string): Promise<Outcome<OpenRequest>> {
  const found = await legacyFindLink(deps.db, 'REQUEST', reqId, deps.clock.now())
  if (found.state === 'unknown' || !found.link.requestId) return refuse(406, REQUEST_LINK_UNKNOWN, 'link-unknown')
  const facts = await ports.findRequest(deps.db, found.link.requestId)
  if (!facts) return refuse(406, REQUEST_LINK_UNKNOWN, 'link-unknown')
  if (facts.state === 'EXPIRED') return refuse(498, REQUEST_LINK_EXPIRED, 'link-expired')
  if (found.state === 'used' || facts.state !== 'PENDING_PROVIDER') return refuse(407, REQUEST_LINK_USED, 'link-used')
  if (found.state === 'expired') return refuse(498, REQUEST_LINK_EXPIRED, 'link-expired')
  // Ended while the request still waits: a newer mail was sent, and only its link counts.
  if (found.state === 'ended') return refuse(406, REQUEST_LINK_UNKNOWN, 'link-replaced')
  return { entity: { link: found.link, facts } }
}

export type Opened<Entity> = { review: Entity; registrationId?: string }

/** regByReqId: who asks for what. Opens the registration that holds the link; looking again opens no second one. */
export async function reviewRequest(
  deps: Deps,
  ports: AccessPorts,
  asked: { reqId: string; held: Held | undefined; brand: string; address: string },
): Promise<Outcome<Opened<RequestReview>>> {
  const { npiLookupsPer5Min } = deps.settings.limits
  if (!(await legacyHit(deps.db, `link:${networkOf(asked.address)}`, npiLookupsPer5Min, 300, deps.clock.now())))
    return refuse(406, TOO_MANY_LOOKUPS, 'flood')
  const open = await findOpenRequest(deps, ports, asked.reqId)
  if ('refusal' in open) return open
  const { link, facts } = open.entity
  const npi = facts.npi as string
  const scopes = await findProviderScopes(deps.db, npi)
  const review: RequestReview = {
    reqId: asked.reqId,
    npiId: npi,
    npiName: scopes?.name ?? facts.grants[0]?.name ?? '',
    npiFirstName: scopes?.first_name ?? '',
    npiLastName: scopes?.last_name ?? '',
    personFlag: scopes?.is_person === false ? 'N' : 'Y',
    regType: facts.regType,
    regRoleSel: facts.role,
    replaceSaa: facts.replaceSaa,
    firstName: facts.requester.firstName,
    lastName: facts.requester.lastName,
    email: facts.requester.email,
    phone: facts.requester.phone ?? '',
    phoneExt: facts.requester.phoneExt ?? '',
    contactFirstName: facts.contactFirstName ?? '',
    contactLastName: facts.contactLastName ?? '',
    requestedOn: facts.createdAt.toISOString(),
    expiresOn: (facts.expiresAt ?? link.expiresAt).toISOString(),
  }
  if (asked.held?.link_id === link.id) return { entity: { review } }
  const registrationId = await openRegistration(deps, { brand: asked.brand, npi, linkId: link.id })
  return { entity: { review, registrationId } }
}
