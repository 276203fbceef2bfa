import { isDeepStrictEqual } from 'node:util'
import { completePermissions } from '@portico/core/access/permissions'
import { ROLES, STATUS } from '@portico/core/constants'
import { REQUEST_LINK_EXPIRED, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import { bySystem, type InTransaction, type Trx } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { endLinks, useLink } from '#platform/identity/links.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { lockLosingRequests, updateReceivedContractsClosed } from '../../store/decisions/competing-requests.ts'
import {
  type DecidedAs,
  findRequest,
  findRequestEntities,
  type LockedRequest,
  lockRequest,
  mustFindRequest,
  type RequestState,
  updatePendingGrantsEnded,
  updateRequestDecided,
} from '../../store/decisions/requests.ts'
import { isDeactivated } from '../../store/people/deactivations.ts'
import {
  findWaitingGrants,
  type Grant,
  isSuspendedByStaff,
  lockCurrentGrants,
  lockCurrentSaas,
  updateGrantActive,
  updateGrantEnded,
} from '../../store/people/grants.ts'
import { isInNetwork, lockEntities } from '../../store/people/scopes.ts'
import { NOT_ALLOWED } from '../acting.ts'
import { confirmDue } from '../due-days.ts'
import { refuseOnHold } from '../holds/on-hold.ts'
import { queueNewSaaNotices } from '../holds/saa-notices.ts'
import { queueMailToRequester, queueMailToSignatory } from '../mail/mails.ts'
import * as requestMails from '../mail/request-mails.ts'
import { DEACTIVATED, LEFT_NETWORK, SUSPENDED_BY_STAFF } from '../sentences.ts'
import { deciderOf, recordDecision } from './record-decision.ts'
import { replaceCurrentSaas, SAA_EXISTS } from './replace-saa.ts'
import { ALREADY_DECIDED } from './requests.ts'

/**
 * Every way a pending request closes: approved, denied, canceled by its requester, or expired. Each one locks the
 * entities first, always in the same order, and then the request. A request that was closed before is refused.
 */

export type RequestDecision = {
  requestId: string
  /** Determines who is recorded as the decider: the caller, the requester, or no account. */
  decidedAs: DecidedAs
  /** The mailed link that this decision uses up. */
  linkId?: string | undefined
  reason?: string | undefined
}

type Approval = RequestDecision & {
  trimPermissions?: string[] | undefined
  /** True if the decider can give the grant. Checked for every grant under the locks. */
  mayGive?: ((grant: Grant) => boolean) | undefined
}

export type Decision = {
  requestId: string
  reference: string
  state: RequestState
  accountId: string
  /** The same person sent the same decision before. This is the stored result, and nothing was changed. */
  repeated?: true
}

/** Activates the grants of a request, replaces the current SAAs and rejects competing requests. */
export async function approveRequest(context: InTransaction, decision: Approval): Promise<Outcome<Decision>> {
  const { db } = context
  const opened = await openDecision(context, decision, 'ACTIVE')
  if ('refusal' in opened) return opened
  const { request, entities, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  const refused = await refuseApproval(db, request, entities, decision.decidedAs)
  if (refused) return refused
  const grants = await findWaitingGrants(db, request.id)
  if (decision.mayGive && !grants.every(decision.mayGive)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const saaEntities = grants.filter((grant) => grant.role === 'SAA').map((grant) => grant.entity)
  const saas = await lockCurrentSaas(db, saaEntities)
  const current = await lockCurrentGrants(db, request, entities)
  const losers = await lockLosingRequests(db, request.id, saaEntities)
  const replaced = await replaceCurrentSaas(context, request, saas)
  if (!replaced) return refuse(STATUS.pageMessage, SAA_EXISTS, 'saa-exists')
  const older = current.filter((grant) => saas.every((saa) => saa.id !== grant.id))
  await activateGrants(context, grants, older, decision.trimPermissions)
  await rejectLosers(bySystem(context), losers)
  await closeRequest(context, request, 'ACTIVE', decision)
  // The request keeps the role that was asked for. Mail and audit name the role that was given.
  const role = strongest(grants) ?? request.role
  const facts = { ...(await mustFindRequest(db, request.id)), role }
  const content = requestMails.activatedMail(context, facts, decision.decidedAs)
  await queueMailToRequester(context, facts, 'request.activated', content)
  if (decision.decidedAs === 'PROVIDER')
    await queueMailToSignatory(context, facts, 'request.provider-accepted', requestMails.providerAcceptedMail)
  if (saaEntities.length > 0) await queueNewSaaNotices(context, facts, replaced)
  await recordDecision(context, { ...request, role }, decision, 'request.activated')
  return { entity: decided(request, 'ACTIVE') }
}

export async function denyRequest(context: InTransaction, decision: RequestDecision): Promise<Outcome<Decision>> {
  const opened = await openDecision(context, decision, 'REJECTED')
  if ('refusal' in opened) return opened
  const { request, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  await endRequest(context, request, 'REJECTED', decision)
  const facts = await mustFindRequest(context.db, request.id)
  const by = decision.decidedAs === 'PROVIDER' || decision.decidedAs === 'ADMINISTRATOR' ? decision.decidedAs : 'STAFF'
  await queueMailToRequester(context, facts, 'request.rejected', requestMails.rejectedMail(context, facts, by))
  await recordDecision(context, request, decision, 'request.rejected')
  return { entity: decided(request, 'REJECTED') }
}

export async function cancelRequest(context: InTransaction, requestId: string): Promise<Outcome<Decision>> {
  const decision: RequestDecision = { requestId, decidedAs: 'REQUESTER' }
  const asked = await findRequest(context.db, requestId)
  if (!asked || asked.accountId !== context.actor.accountId) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  const opened = await openDecision(context, decision, 'REVOKED')
  if ('refusal' in opened) return opened
  const { request, repeated } = opened.entity
  if (repeated) return { entity: repeated }
  await endRequest(context, request, 'REVOKED', decision)
  const facts = await mustFindRequest(context.db, requestId)
  await queueMailToRequester(context, facts, 'request.cancelled', requestMails.canceledMail(context, facts))
  await queueMailToSignatory(context, facts, 'request.withdrawn', requestMails.withdrawnMail)
  await recordDecision(context, request, decision, 'request.cancelled')
  return { entity: decided(request, 'REVOKED') }
}

export const REQUEST_UNKNOWN = 'We could not find this request.'

/** Called by the scheduled job. False if the request was closed before, or is not due. */
export async function expireRequest(context: InTransaction, requestId: string): Promise<boolean> {
  const { db, now } = context
  await lockEntities(db, await findRequestEntities(db, requestId))
  const request = await lockRequest(db, requestId)
  if (!request?.state.startsWith('PENDING') || !request.expires_at || request.expires_at > now) return false
  const decision = { requestId, decidedAs: 'SYSTEM' as const }
  await endRequest(context, request, 'EXPIRED', decision)
  const facts = await mustFindRequest(db, requestId)
  if (facts.path !== 'INVITATION')
    await queueMailToRequester(context, facts, 'request.expired', requestMails.expiredMail(context, facts))
  await recordDecision(context, request, decision, 'request.expired')
  return true
}

type Opened = { request: LockedRequest; entities: string[]; repeated?: Decision }

async function openDecision(context: InTransaction, decision: Approval, state: RequestState): Promise<Outcome<Opened>> {
  const { db, now } = context
  const entities = await findRequestEntities(db, decision.requestId)
  await lockEntities(db, entities)
  const request = await lockRequest(db, decision.requestId)
  if (!request) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  if (isRepeated(context, request, decision, state))
    return { entity: { request, entities, repeated: { ...decided(request, state), repeated: true } } }
  if (!request.state.startsWith('PENDING')) return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  if (request.expires_at && request.expires_at <= now) return refuse(STATUS.expired, REQUEST_LINK_EXPIRED)
  if (decision.linkId && !(await useLink(context, decision.linkId)))
    return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  await endLinks(context, { purpose: 'REQUEST', requestId: request.id })
  return { entity: { request, entities } }
}

/** The same person sends the same decision again, for example after a timeout. */
function isRepeated(
  context: InTransaction,
  request: LockedRequest,
  { decidedAs, reason, trimPermissions }: Approval,
  state: RequestState,
): boolean {
  const { accountId } = deciderOf(context, request, decidedAs)
  return (
    accountId !== null &&
    request.decided_by === accountId &&
    request.decided_as === decidedAs &&
    request.state === state &&
    request.reason === (reason || null) &&
    isDeepStrictEqual(request.decided_permissions, trimPermissions ?? null)
  )
}

/**
 * Refuses while registration for the NPI is on hold, except for invitations. Only staff can restore access that staff
 * suspended. A provider that left the network gets no new access.
 */
async function refuseApproval(trx: Trx, request: LockedRequest, entities: string[], decidedAs: DecidedAs) {
  const onHold = request.path === 'INVITATION' ? undefined : await refuseOnHold(trx, request.npi)
  if (onHold) return onHold
  if (decidedAs !== 'STAFF' && (await isSuspendedByStaff(trx, request.account_id, entities)))
    return refuse(STATUS.pageMessage, SUSPENDED_BY_STAFF, 'suspended')
  for (const entity of entities) if (await isDeactivated(trx, entity)) return refuse(STATUS.pageMessage, DEACTIVATED)
  for (const entity of entities) if (await isInNetwork(trx, entity)) return undefined
  return refuse(STATUS.pageMessage, LEFT_NETWORK, 'left-network')
}

/** Merges the person's active permissions into the new grant, so that a new request never takes any away. */
async function activateGrants(context: InTransaction, grants: Grant[], current: Grant[], trim: string[] | undefined) {
  for (const grant of grants) {
    const older = current.filter((other) => other.entity === grant.entity && !isStronger(other.role, grant.role))
    for (const other of older) await updateGrantEnded(context, other.id)
    const permissions = grantedPermissions(grant, older, trim)
    await updateGrantActive(context, grant.id, { permissions, confirmDueAt: confirmDue(context, grant.role) })
  }
}

const strongest = (grants: Grant[]): Role | undefined =>
  ROLES.find((role) => grants.some((grant) => grant.role === role))

/** A stronger role stays beside the new grant: an AA who requests AU access stays an AA. */
const isStronger = (current: Role, asked: Role): boolean => ROLES.indexOf(current) < ROLES.indexOf(asked)

function grantedPermissions(grant: Grant, older: Grant[], trim: string[] | undefined): string[] {
  const asked = trim ? grant.permissions.filter((id) => trim.includes(id)) : grant.permissions
  const active = older.filter((other) => other.state === 'ACTIVE')
  return completePermissions([...asked, ...active.flatMap((other) => other.permissions)])
}

/** The first of several competing requests to complete wins. The others are rejected (behaviour 8.7). */
async function rejectLosers(context: InTransaction, losers: LockedRequest[]): Promise<void> {
  for (const loser of losers) {
    const decision = { requestId: loser.id, decidedAs: 'SYSTEM' as const, reason: LOST }
    await endRequest(context, loser, 'REJECTED', decision)
    const facts = await mustFindRequest(context.db, loser.id)
    await queueMailToRequester(context, facts, 'request.rejected', requestMails.rejectedMail(context, facts, 'LOST'))
    await recordDecision(context, loser, decision, 'request.rejected')
  }
}

const LOST = 'Another request for the same provider was completed first.'

async function endRequest(
  context: InTransaction,
  request: LockedRequest,
  state: Extract<RequestState, 'REJECTED' | 'EXPIRED' | 'REVOKED'>,
  decision: RequestDecision,
): Promise<void> {
  await endLinks(context, { purpose: 'REQUEST', requestId: request.id })
  await updatePendingGrantsEnded(context, request.id, state)
  const decidedBy = deciderOf(context, request, decision.decidedAs).accountId
  await updateReceivedContractsClosed(context, request.id, { reason: decision.reason || null, decidedBy })
  await closeRequest(context, request, state, decision)
}

async function closeRequest(
  context: InTransaction,
  request: LockedRequest,
  state: RequestState,
  decision: Approval,
): Promise<void> {
  const decidedBy = deciderOf(context, request, decision.decidedAs).accountId
  await updateRequestDecided(context, request.id, { ...decision, decidedBy, state })
}

function decided(request: LockedRequest, state: RequestState): Decision {
  return { requestId: request.id, reference: request.reference, state, accountId: request.account_id }
}
