import { mapPerson } from '@portico/core/forms/person-fields'
import { REQUEST_LINK_EXPIRED, REQUEST_LINK_UNKNOWN, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import type { RequestReview } from '@portico/core/registration/model-shapes'
import type { ReqIdQuery } from '@portico/core/registration/shapes'
import { PROOF_MISSING, TOO_MANY_LOOKUPS } from '@portico/core/registration/texts/sentences'
import type { Context, Visit } from '#platform/context.ts'
import { type FoundLink, findLink, findLinkById, type Link } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest, type RequestFacts } from '../../../access/access.ts'
import { findProviderScopes } from '../../store/provider-scopes.ts'
import { type Opened, openRegistration, type Registering, type Visitor } from './current-registration.ts'
import { refusedOnLink } from './proof-failure.ts'

export type OpenRequest = { link: Link; facts: RequestFacts; npi: string }

/** Returns the request of a mailed link if it is still open: 498 expired, 407 decided, 406 unknown. */
export async function findOpenRequest(context: Context, reqId: string): Promise<Outcome<OpenRequest>> {
  return judgeRequest(context, await findLink(context, 'REQUEST', reqId))
}

async function judgeRequest(context: Context, found: FoundLink): Promise<Outcome<OpenRequest>> {
  if (found.state === 'unknown' || !found.link.requestId) return refuse(406, REQUEST_LINK_UNKNOWN, 'link-unknown')
  const facts = await findRequest(context.db, found.link.requestId)
  if (!facts?.npi) return refuse(406, REQUEST_LINK_UNKNOWN, 'link-unknown')
  if (facts.state === 'EXPIRED') return refuse(498, REQUEST_LINK_EXPIRED, 'link-expired')
  if (found.state === 'used' || facts.state !== 'PENDING_PROVIDER') return refuse(407, REQUEST_LINK_USED, 'link-used')
  if (found.state === 'expired') return refuse(498, REQUEST_LINK_EXPIRED, 'link-expired')
  // The link ended while the request is still pending: a newer mail replaced it, and only the newer link works.
  if (found.state === 'ended') return refuse(406, REQUEST_LINK_UNKNOWN, 'link-replaced')
  return { entity: { link: found.link, facts, npi: facts.npi } }
}

/**
 * Returns the request of this registration's link while the provider may still prove their identity. After two failures
 * plan staff decide (behaviour 7.10). A posted token must match that link.
 */
export async function findRequestToProve(context: Registering, reqId: string): Promise<Outcome<OpenRequest>> {
  const { registration } = context
  const open = reqId
    ? await findOpenRequest(context, reqId)
    : await judgeRequest(context, await findLinkById(context, registration.link_id ?? ''))
  if ('refusal' in open) return open
  if (open.entity.link.id !== registration.link_id) return refuse(400, PROOF_MISSING, 'other-link')
  return (await refusedOnLink(context, open.entity.facts.requestId)) ?? open
}

/** Also refuses answers to a quiz or code that was shown before the two failures. */
export async function refusedOnCurrentLink(context: Registering) {
  const { link_id: linkId } = context.registration
  const found = linkId === null ? undefined : await findLinkById(context, linkId)
  return found && found.state !== 'unknown' ? refusedOnLink(context, found.link.requestId) : undefined
}

/** Limits look-ups of links of every purpose. */
export function withinLinkLookUps(context: Visit): Promise<boolean> {
  const limit = context.settings.limits.npiLookupsPer5Min
  return hit(context, { key: `link:${networkOf(context.address)}`, limit, windowSeconds: 300 })
}

/**
 * regByReqId: shows the requester and the request. Opens the registration for the link; a repeated look-up opens no
 * second one.
 */
export async function reviewRequest(
  context: Visitor,
  { reqId }: ReqIdQuery,
): Promise<Opened<{ entity: RequestReview }>> {
  if (!(await withinLinkLookUps(context))) return refuse(406, TOO_MANY_LOOKUPS, 'flood')
  const open = await findOpenRequest(context, reqId)
  if ('refusal' in open) return open
  const { link, facts, npi } = open.entity
  const scopes = await findProviderScopes(context.db, npi)
  const review: RequestReview = {
    reqId,
    npiId: npi,
    npiName: scopes?.name ?? facts.grants[0]?.name ?? '',
    npiFirstName: scopes?.first_name ?? '',
    npiLastName: scopes?.last_name ?? '',
    personFlag: scopes?.is_person === false ? 'N' : 'Y',
    regType: facts.regType,
    regRoleSel: facts.role,
    replaceSaa: facts.replaceSaa,
    ...mapPerson((field) => facts.requester[field]),
    contactFirstName: facts.contactFirstName ?? '',
    contactLastName: facts.contactLastName ?? '',
    requestedOn: facts.createdAt.toISOString(),
    expiresOn: (facts.expiresAt ?? link.expiresAt).toISOString(),
  }
  const answer = { entity: review }
  if (context.registration?.link_id === link.id) return { entity: { answer } }
  return { entity: { answer, registrationId: await openRegistration(context, { npi, linkId: link.id }) } }
}
