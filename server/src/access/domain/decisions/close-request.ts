import { isDeepStrictEqual } from 'node:util'
import { completePermissions } from '@portico/core/access/permissions'
import { ROLES, STATUS } from '@portico/core/constants'
import { REQUEST_LINK_EXPIRED, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import { bySystem, type Context, type InTransaction, type Trx } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks, useLink } from '#platform/identity/links.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { lockLosingRequests, updateReceivedContractsClosed } from '../../store/decisions/competing-requests.ts'
import {
  type DecidedAs,
  lockRequest,
  pendingGrants,
  type RequestedGrant,
  type RequestFacts,
  type RequestState,
  updatePendingGrantsEnded,
  updateRequestDecided,
} from '../../store/decisions/requests.ts'
import { isDeactivated } from '../../store/people/deactivations.ts'
import {
  type Grant,
  isSuspendedByStaff,
  lockCurrentGrants,
  lockCurrentSaas,
  updateGrantActive,
  updateGrantMerged,
} from '../../store/people/grants.ts'
import { isInNetwork } from '../../store/people/scopes.ts'
import { confirmDue } from '../due-days.ts'
import { refuseOnHold } from '../holds/registration-hold.ts'
import { queueNewSaaNotices } from '../holds/saa-notices.ts'
import { DEACTIVATED, LEFT_NETWORK, SUSPENDED_BY_STAFF } from '../sentences.ts'
import * as events from './events.ts'
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

export type Approval = RequestDecision & { trimPermissions?: string[] | undefined }

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
  const request = await lockRequest(context.db, decision.requestId)
  return request ? approve(context, request, decision) : UNKNOWN
}

export async function denyRequest(context: InTransaction, decision: RequestDecision): Promise<Outcome<Decision>> {
  const request = await lockRequest(context.db, decision.requestId)
  return request ? deny(context, request, decision) : UNKNOWN
}

/** The caller has locked the request. */
export async function approve(
  context: InTransaction,
  request: RequestFacts,
  decision: Approval,
): Promise<Outcome<Decision>> {
  const { db } = context
  if (isRepeated(context, request, decision, 'ACTIVE')) return repeat(request)
  const refused =
    checkOpen(request, context.now) ??
    (await useRequestLink(context, request, decision)) ??
    (await refuseApproval(db, request, decision.decidedAs))
  if (refused) return refused
  const given = pendingGrants(request)
  const saaEntities = given.filter(({ role }) => role === 'SAA').map(({ entity }) => entity)
  const saas = await lockCurrentSaas(db, saaEntities)
  const current = await lockCurrentGrants(db, request.accountId, entitiesOf(request))
  const losers = await lockLosingRequests(db, request.requestId, saaEntities)
  const replaced = await replaceCurrentSaas(context, request, saas)
  if (!replaced) return refuse(STATUS.pageMessage, SAA_EXISTS, 'saa-exists')
  const older = current.filter((grant) => saas.every((saa) => saa.id !== grant.id))
  await activateGrants(context, given, older, decision.trimPermissions)
  for (const loser of losers) await rejectLoser(bySystem(context), loser)
  const closed = await closeRequest(context, request, 'ACTIVE', decision)
  // The request keeps the role that was asked for. Mail and audit name the role that was given.
  await announceApproval(context, { ...closed, role: strongest(given) ?? request.role }, decision, replaced)
  return { entity: decided(closed) }
}

/** The grants of the request are as they were before. */
async function announceApproval(
  context: InTransaction,
  request: RequestFacts,
  decision: Approval,
  replaced: string[],
): Promise<void> {
  await announce(context, events.activated, closedBy(context, request, decision))
  if (decision.decidedAs === 'PROVIDER') await announce(context, events.providerAccepted, { request })
  if (pendingGrants(request).some(({ role }) => role === 'SAA')) await queueNewSaaNotices(context, request, replaced)
}

/** The caller has locked the request. */
export async function deny(
  context: InTransaction,
  request: RequestFacts,
  decision: RequestDecision,
): Promise<Outcome<Decision>> {
  if (isRepeated(context, request, decision, 'REJECTED')) return repeat(request)
  const refused = checkOpen(request, context.now) ?? (await useRequestLink(context, request, decision))
  if (refused) return refused
  const closed = await endRequest(context, request, 'REJECTED', decision)
  await announce(context, events.rejected, closedBy(context, closed, decision))
  return { entity: decided(closed) }
}

export async function cancelRequest(context: InTransaction, requestId: string): Promise<Outcome<Decision>> {
  const decision = { requestId, decidedAs: 'REQUESTER' as const }
  const request = await lockRequest(context.db, requestId)
  if (request?.accountId !== context.actor.accountId) return UNKNOWN
  if (isRepeated(context, request, decision, 'REVOKED')) return repeat(request)
  const refused = checkOpen(request, context.now)
  if (refused) return refused
  const closed = await endRequest(context, request, 'REVOKED', decision)
  await announce(context, events.canceled, closedBy(context, closed, decision))
  await announce(context, events.withdrawn, { request: closed })
  return { entity: decided(closed) }
}

export const REQUEST_UNKNOWN = 'We could not find this request.'
const UNKNOWN = refuse(STATUS.notFound, REQUEST_UNKNOWN)

/** Called by the scheduled job. False if the request was closed before, or is not due. */
export async function expireRequest(context: InTransaction, requestId: string): Promise<boolean> {
  const request = await lockRequest(context.db, requestId)
  if (!request?.state.startsWith('PENDING') || !request.expiresAt || request.expiresAt > context.now) return false
  const decision = { requestId, decidedAs: 'SYSTEM' as const }
  const closed = await endRequest(context, request, 'EXPIRED', decision)
  await announce(context, events.expired, closedBy(context, closed, decision))
  return true
}

/** Refuses a request that was closed before or has expired. */
function checkOpen({ state, expiresAt }: RequestFacts, now: Date) {
  if (!state.startsWith('PENDING')) return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  return expiresAt && expiresAt <= now ? refuse(STATUS.expired, REQUEST_LINK_EXPIRED) : undefined
}

/** Uses up the link of the decision, and ends the other links of the request. */
async function useRequestLink(context: InTransaction, { requestId }: RequestFacts, { linkId }: RequestDecision) {
  if (linkId && !(await useLink(context, linkId))) return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  await endLinks(context, { purpose: 'REQUEST', requestId })
  return undefined
}

/** The same person sends the same decision again, for example after a timeout. */
function isRepeated(
  context: InTransaction,
  request: RequestFacts,
  { decidedAs, reason, trimPermissions }: Approval,
  state: RequestState,
): boolean {
  const { accountId } = deciderOf(context, request, decidedAs)
  return (
    accountId !== null &&
    request.decidedBy === accountId &&
    request.decidedAs === decidedAs &&
    request.state === state &&
    request.reason === (reason || null) &&
    isDeepStrictEqual(request.decidedPermissions, trimPermissions ?? null)
  )
}

/**
 * Refuses while registration for the NPI is on hold, except for invitations. Only staff can restore access that staff
 * suspended. A provider that left the network gets no new access.
 */
async function refuseApproval(trx: Trx, request: RequestFacts, decidedAs: DecidedAs) {
  const onHold = request.path === 'INVITATION' ? undefined : await refuseOnHold(trx, request.npi)
  if (onHold) return onHold
  const entities = entitiesOf(request)
  if (decidedAs !== 'STAFF' && (await isSuspendedByStaff(trx, request.accountId, entities)))
    return refuse(STATUS.pageMessage, SUSPENDED_BY_STAFF, 'suspended')
  for (const entity of entities) if (await isDeactivated(trx, entity)) return refuse(STATUS.pageMessage, DEACTIVATED)
  for (const entity of entities) if (await isInNetwork(trx, entity)) return undefined
  return refuse(STATUS.pageMessage, LEFT_NETWORK, 'left-network')
}

const entitiesOf = ({ grants }: RequestFacts): string[] => grants.map(({ entity }) => entity)

/** Merges the person's active permissions into the new grant, so that a new request never takes any away. */
async function activateGrants(
  context: InTransaction,
  grants: RequestedGrant[],
  current: Grant[],
  trim: string[] | undefined,
) {
  for (const grant of grants) {
    const older = current.filter((other) => other.entity === grant.entity && !isStronger(other.role, grant.role))
    for (const other of older) await updateGrantMerged(context, other.id)
    const permissions = grantedPermissions(grant, older, trim)
    await updateGrantActive(context, grant.grantId, { permissions, confirmDueAt: confirmDue(context, grant.role) })
  }
}

const strongest = (grants: RequestedGrant[]): Role | undefined =>
  ROLES.find((role) => grants.some((grant) => grant.role === role))

/** A stronger role stays beside the new grant: an AA who requests AU access stays an AA. */
const isStronger = (current: Role, asked: Role): boolean => ROLES.indexOf(current) < ROLES.indexOf(asked)

function grantedPermissions(grant: RequestedGrant, older: Grant[], trim: string[] | undefined): string[] {
  const asked = trim ? grant.permissions.filter((id) => trim.includes(id)) : grant.permissions
  const active = older.filter((other) => other.state === 'ACTIVE')
  return completePermissions([...asked, ...active.flatMap((other) => other.permissions)])
}

/** The first of several competing requests to complete wins. The others are rejected (behaviour 8.7). */
async function rejectLoser(context: InTransaction, loser: RequestFacts): Promise<void> {
  const decision = { requestId: loser.requestId, decidedAs: 'SYSTEM' as const, reason: LOST }
  const closed = await endRequest(context, loser, 'REJECTED', decision)
  await announce(context, events.rejected, closedBy(context, closed, decision))
}

const LOST = 'Another request for the same provider was completed first.'

async function endRequest(
  context: InTransaction,
  request: RequestFacts,
  state: Extract<RequestState, 'REJECTED' | 'EXPIRED' | 'REVOKED'>,
  decision: RequestDecision,
): Promise<RequestFacts> {
  const { requestId } = request
  await endLinks(context, { purpose: 'REQUEST', requestId })
  await updatePendingGrantsEnded(context, requestId, state)
  const decidedBy = deciderOf(context, request, decision.decidedAs).accountId
  await updateReceivedContractsClosed(context, requestId, { reason: decision.reason || null, decidedBy })
  return closeRequest(context, request, state, decision)
}

/** Returns the request as it is now. */
async function closeRequest(
  context: InTransaction,
  request: RequestFacts,
  state: RequestState,
  decision: Approval,
): Promise<RequestFacts> {
  const decidedBy = deciderOf(context, request, decision.decidedAs).accountId
  await updateRequestDecided(context, request.requestId, { ...decision, decidedBy, state })
  const { decidedAs, reason } = decision
  return { ...request, state, decidedAs, decidedBy, decidedAt: context.now, reason: reason || null, needsStaff: false }
}

const decided = ({ requestId, reference, state, accountId }: RequestFacts): Decision => ({
  requestId,
  reference,
  state,
  accountId,
})

const repeat = (request: RequestFacts): Outcome<Decision> => ({ entity: { ...decided(request), repeated: true } })

/** The recorded decider: the caller, the requester, or a visitor without an account. */
function deciderOf({ actor }: InTransaction, request: RequestFacts, decidedAs: DecidedAs): Context['actor'] {
  if (decidedAs === 'SYSTEM') return { kind: 'system', accountId: null }
  if (decidedAs === 'REQUESTER') return { kind: 'provider', accountId: request.accountId }
  // A provider decides by a mailed link without an account. On path SELF, the provider is the requester.
  if (decidedAs === 'PROVIDER')
    return { kind: 'visitor', accountId: request.path === 'SELF' ? request.accountId : null }
  return actor
}

const closedBy = (context: InTransaction, request: RequestFacts, { decidedAs }: RequestDecision) => ({
  request,
  decider: deciderOf(context, request, decidedAs),
})
