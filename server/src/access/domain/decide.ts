import { isDeepStrictEqual } from 'node:util'
import { completePermissions } from '@portico/core/access/permissions'
import { ROLES, STATUS } from '@portico/core/constants'
import { REQUEST_LINK_EXPIRED, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import {
  ALREADY_DECIDED,
  type DecideRequest,
  type Decision,
  type RequestFacts,
  type RequestState,
  type Trx,
} from '../../platform/access-ports.ts'
import type { Letter } from '../../platform/letter.ts'
import { legacyEndLinks, legacyUseLink } from '../../platform/links.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Role } from '../../platform/schema.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  findGrantsOfRequest,
  type Grant,
  isSuspendedByStaff,
  lockHeldGrants,
  updateGrantActive,
  updateGrantEnded,
} from '../store/grants.ts'
import {
  findLosingRequests,
  findRequest,
  findRequestEntities,
  type LockedRequest,
  lockRequest,
  updatePendingGrantsEnded,
  updateRequestDecided,
} from '../store/requests.ts'
import { isInNetwork, lockEntities } from '../store/scopes.ts'
import { LEFT_NETWORK, SUSPENDED_ELSEWHERE } from './administer-sentences.ts'
import * as mails from './mails.ts'
import { recordDecision } from './record-decision.ts'
import { replaceCurrentSaas, SAA_EXISTS } from './replace-saa.ts'
import * as requestLetters from './request-letters.ts'
import { mustFindRequest, tellProvider } from './requests.ts'

/**
 * Deciding requests. Whatever the answer, it is one transaction: entities are locked first and always in the same
 * order, then the request; a request that is no longer waiting is left as it is, and the caller is told so.
 */

type Activation = DecideRequest & { trimPermissions?: string[] | undefined }

export async function activateRequest(settings: Settings, trx: Trx, decision: Activation): Promise<Outcome<Decision>> {
  const opened = await openDecision(trx, decision, 'ACTIVE')
  if ('refusal' in opened) return opened
  const { request, entities, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  const refused = await refuseActivation(trx, request, entities, decision)
  if (refused) return refused
  if (request.role === 'SAA') {
    const replaced = await replaceCurrentSaas(settings, trx, request, entities, decision.now)
    if (!replaced) return refuse(STATUS.pageMessage, SAA_EXISTS, 'saa-exists')
  }
  await activateGrants(settings, trx, request, entities, decision)
  if (request.role === 'SAA') await rejectLosers(settings, trx, request, entities, decision.now)
  await updateRequestDecided(trx, request.id, { ...decision, state: 'ACTIVE' })
  await recordDecision(trx, request, decision, 'request.activated')
  const facts = await mustFindRequest(trx, request.id)
  await tellRequester(
    settings,
    trx,
    facts,
    'request.activated',
    requestLetters.activatedLetter(settings, facts, decision.decidedAs),
    decision.now,
  )
  if (request.path === 'SELF' || request.path === 'INVITATION') await tellProvider(settings, trx, facts, decision.now)
  return { entity: decided(request, 'ACTIVE') }
}

export async function rejectRequest(settings: Settings, trx: Trx, decision: DecideRequest): Promise<Outcome<Decision>> {
  const opened = await openDecision(trx, decision, 'REJECTED')
  if ('refusal' in opened) return opened
  const { request, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  await endRequest(trx, request, 'REJECTED', decision)
  const facts = await mustFindRequest(trx, request.id)
  const by = decision.decidedAs === 'PROVIDER' || decision.decidedAs === 'ADMINISTRATOR' ? decision.decidedAs : 'STAFF'
  await tellRequester(
    settings,
    trx,
    facts,
    'request.rejected',
    requestLetters.rejectedLetter(settings, facts, by),
    decision.now,
  )
  await recordDecision(trx, request, decision, 'request.rejected')
  return { entity: decided(request, 'REJECTED') }
}

export async function cancelRequest(
  settings: Settings,
  trx: Trx,
  cancelled: { requestId: string; accountId: string; now: Date; address?: string },
): Promise<Outcome<Decision>> {
  const decision = { ...cancelled, decidedAs: 'REQUESTER' as const, decidedBy: cancelled.accountId }
  const asked = await findRequest(trx, cancelled.requestId)
  if (asked?.accountId !== cancelled.accountId) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  const opened = await openDecision(trx, decision, 'REVOKED')
  if ('refusal' in opened) return opened
  const { request, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  await endRequest(trx, request, 'REVOKED', decision)
  const facts = await mustFindRequest(trx, request.id)
  await tellRequester(
    settings,
    trx,
    facts,
    'request.cancelled',
    requestLetters.cancelledLetter(settings, facts),
    decision.now,
  )
  if (request.path === 'BEHALF' && facts.signatoryEmail) {
    const name = `${facts.contactFirstName ?? ''} ${facts.contactLastName ?? ''}`
    const provider = { email: facts.signatoryEmail, name, brand: facts.brand }
    const letter = requestLetters.withdrawnLetter(facts, name)
    await mails.sendLetter(trx, { settings, now: decision.now }, 'request.withdrawn', provider, letter, {
      requestId: request.id,
    })
  }
  await recordDecision(trx, request, decision, 'request.cancelled')
  return { entity: decided(request, 'REVOKED') }
}

export const REQUEST_UNKNOWN = 'We could not find this request.'

/** Nobody decided in time. The sweep calls this; false when there was nothing to expire. */
export async function expireRequest(settings: Settings, trx: Trx, requestId: string, now: Date): Promise<boolean> {
  await lockEntities(trx, await findRequestEntities(trx, requestId))
  const request = await lockRequest(trx, requestId)
  if (!request?.state.startsWith('PENDING') || !request.expires_at || request.expires_at > now) return false
  const decision = { requestId, decidedAs: 'SYSTEM' as const, now }
  await endRequest(trx, request, 'EXPIRED', decision)
  const facts = await mustFindRequest(trx, requestId)
  if (facts.path !== 'INVITATION')
    await tellRequester(settings, trx, facts, 'request.expired', requestLetters.expiredLetter(settings, facts), now)
  await recordDecision(trx, request, decision, 'request.expired')
  return true
}

type Opened = { request: LockedRequest; entities: string[]; repeated?: Decision }

async function openDecision(trx: Trx, decision: Activation, state: RequestState): Promise<Outcome<Opened>> {
  const entities = await findRequestEntities(trx, decision.requestId)
  await lockEntities(trx, entities)
  const request = await lockRequest(trx, decision.requestId)
  if (!request) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  if (isRepeated(request, decision, state))
    return { entity: { request, entities, repeated: { ...decided(request, state), repeated: true } } }
  if (!request.state.startsWith('PENDING')) return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  if (request.expires_at && request.expires_at <= decision.now) return refuse(STATUS.expired, REQUEST_LINK_EXPIRED)
  if (decision.linkId && !(await legacyUseLink(trx, decision.linkId, decision.now)))
    return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  await legacyEndLinks(trx, { purpose: 'REQUEST', requestId: request.id, now: decision.now })
  return { entity: { request, entities } }
}

/** The same person sends the same decision again, as after a time-out: the stored result answers it. */
function isRepeated(request: LockedRequest, decision: Activation, state: RequestState): boolean {
  const { decidedBy, decidedAs, reason, trimPermissions } = decision
  return (
    decidedBy !== undefined &&
    request.decided_by === decidedBy &&
    request.decided_as === decidedAs &&
    request.state === state &&
    request.reason === (reason || null) &&
    isDeepStrictEqual(request.decided_permissions, trimPermissions ?? null)
  )
}

/** Nobody but plan staff brings back what plan staff suspended, and nobody a provider that left the network. */
async function refuseActivation(trx: Trx, request: LockedRequest, entities: string[], decision: DecideRequest) {
  if (decision.decidedAs !== 'STAFF' && (await isSuspendedByStaff(trx, request.account_id, entities)))
    return refuse(STATUS.pageMessage, SUSPENDED_ELSEWHERE, 'suspended')
  const inNetwork = await Promise.all(entities.map((entity) => isInNetwork(trx, entity)))
  return inNetwork.includes(true) ? undefined : refuse(STATUS.pageMessage, LEFT_NETWORK, 'left-network')
}

/**
 * What the person held there before becomes part of the new grant: asking for more never takes away. What was
 * suspended stays taken away: only what was decided now is given.
 */
async function activateGrants(
  settings: Settings,
  trx: Trx,
  request: LockedRequest,
  entities: string[],
  decision: Activation,
) {
  const held = await lockHeldGrants(trx, request.account_id, entities, request.id)
  const confirmDueAt = confirmDue(settings, request.role, decision.now)
  for (const grant of await findGrantsOfRequest(trx, request.id)) {
    const older = held.filter((other) => other.entity === grant.entity && !isStronger(other.role, request.role))
    for (const other of older) await updateGrantEnded(trx, other.id, decision.now)
    const permissions = grantedPermissions(grant, older, decision.trimPermissions)
    await updateGrantActive(trx, grant.id, { permissions, confirmDueAt, now: decision.now })
  }
}

/** A stronger role stays beside the new grant: an AA who asks for AU access is still an AA. */
const isStronger = (held: Role, asked: Role): boolean => ROLES.indexOf(held) < ROLES.indexOf(asked)

function grantedPermissions(grant: Grant, older: Grant[], trim: string[] | undefined): string[] {
  const asked = trim ? grant.permissions.filter((id) => trim.includes(id)) : grant.permissions
  const running = older.filter((other) => other.state === 'ACTIVE')
  return completePermissions([...asked, ...running.flatMap((other) => other.permissions)])
}

/** AA and AU are confirmed by their SAA every so often; an SAA answers to nobody in the scope. */
export function confirmDue(settings: Settings, role: string, now: Date): Date | null {
  return role === 'SAA' ? null : new Date(now.getTime() + settings.lifetimes.recertification * 1000)
}

/** Of several pending requests the first to complete wins, the others are rejected with notice (behaviour 8.7). */
async function rejectLosers(
  settings: Settings,
  trx: Trx,
  winner: LockedRequest,
  entities: string[],
  now: Date,
): Promise<void> {
  for (const loser of await findLosingRequests(trx, winner.id, entities)) {
    const decision = { requestId: loser.id, decidedAs: 'SYSTEM' as const, reason: LOST, now }
    await legacyEndLinks(trx, { purpose: 'REQUEST', requestId: loser.id, now })
    await endRequest(trx, loser, 'REJECTED', decision)
    const facts = await mustFindRequest(trx, loser.id)
    await tellRequester(
      settings,
      trx,
      facts,
      'request.rejected',
      requestLetters.rejectedLetter(settings, facts, 'LOST'),
      now,
    )
    await recordDecision(trx, loser, decision, 'request.rejected')
  }
}

const LOST = 'Another request for the same provider was completed first.'

async function endRequest(
  trx: Trx,
  request: LockedRequest,
  state: Extract<RequestState, 'REJECTED' | 'EXPIRED' | 'REVOKED'>,
  decision: DecideRequest,
): Promise<void> {
  await legacyEndLinks(trx, { purpose: 'REQUEST', requestId: request.id, now: decision.now })
  await updatePendingGrantsEnded(trx, request.id, state, decision.now)
  await updateRequestDecided(trx, request.id, { ...decision, state })
}

async function tellRequester(
  settings: Settings,
  trx: Trx,
  facts: RequestFacts,
  kind: string,
  letter: Letter,
  now: Date,
) {
  const about = { requestId: facts.requestId }
  await mails.sendLetter(trx, { settings, now }, kind, mails.requesterOf(facts), letter, about)
}

function decided(request: LockedRequest, state: RequestState): Decision {
  return { requestId: request.id, reference: request.reference, state, accountId: request.account_id }
}
