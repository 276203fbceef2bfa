import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { HIDDEN_CHARACTERS, REQUEST_LINK_USED, TOO_MANY_REQUESTS, TOO_MUCH_MAIL } from '@portico/core/forms/sentences'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { bySystem, type Db, type InTransaction } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { breaksHeader, isStrangerMailAllowed } from '#platform/mail/mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  insertRequestRows,
  lockRequest,
  mustFindRequest,
  type NewRequest,
  type RequestFacts,
  type RequestState,
  updateRequestNeedsStaff,
  updateRequestReminded,
} from '../../store/decisions/requests.ts'
import { updateLeftToStaffAnnounced } from '../../store/decisions/waiting-requests.ts'
import { type Administrator, coveringAny, findAdministrators, reachingAll } from '../../store/people/administrators.ts'
import { isSuspendedByStaff } from '../../store/people/grants.ts'
import { entityOf, findScopes } from '../../store/people/scopes.ts'
import { decidersOf } from '../authority.ts'
import { queueSaaRequestNotices } from '../holds/saa-notices.ts'
import { fullName } from '../mail/mails.ts'
import { queueNotice } from '../mail/notices.ts'
import * as requestMails from '../mail/request-mails.ts'
import { SUSPENDED_BY_STAFF } from '../sentences.ts'
import { createEmailLink } from './confirm-email.ts'
import * as events from './events.ts'

/** Creates requests and queues their mail in the same transaction. */

const stateOfPath: Record<NewRequest['path'], RequestState> = {
  SELF: 'PENDING_PROVIDER',
  BEHALF: 'PENDING_PROVIDER',
  CONTRACT: 'PENDING_CONTRACT',
  APPROVAL: 'PENDING_APPROVAL',
  INVITATION: 'PENDING_APPROVAL',
}

/** messageCode of the refusal if the request was already decided, canceled or expired. Nothing changes. */
export const ALREADY_DECIDED = 'already-decided'

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

type Made = Awaited<ReturnType<typeof insertRequestRows>>

/**
 * Inserts the pending request with its grants and queues mail to the requester and the deciders. Path BEHALF mails the
 * provider a link, and returns 407 at the mail limit for strangers. Paths SELF and INVITATION send no mail here.
 * `byNewcomer` means that this transaction created the account, so it cannot have suspended grants.
 */
export async function insertRequest(
  context: InTransaction,
  request: NewRequest,
  { byNewcomer = false }: { byNewcomer?: boolean } = {},
): Promise<Outcome<Made>> {
  const typed = [request.contactFirstName, request.contactLastName, request.signatoryEmail]
  if (typed.some((text) => text !== undefined && breaksHeader(text)))
    return refuse(STATUS.pageMessage, HIDDEN_CHARACTERS)
  if (!byNewcomer && (await isSuspendedByStaff(context.db, request.accountId, request.scopes.map(entityOf))))
    return refuse(STATUS.pageMessage, SUSPENDED_BY_STAFF, 'suspended')
  if (!(await mayAsk(context, request))) return refuse(STATUS.pageMessage, TOO_MANY_REQUESTS, 'flood')
  const { lifetimes } = context.settings
  const isAsked = request.path === 'BEHALF' || request.path === 'APPROVAL'
  const rows = await insertRequestRows(context, {
    ...request,
    state: stateOfPath[request.path],
    remindAt: isAsked ? after(context.now, lifetimes.requestReminder) : null,
    expiresAt: isAsked ? after(context.now, lifetimes.requestLink) : null,
  })
  if (request.path === 'SELF' || request.path === 'INVITATION') {
    const byStranger = !isSignedIn(context, request)
    await announce(context, events.requestMade, { request: { ...request, ...rows }, byStranger })
    return { entity: rows }
  }
  const queued = await announceRequest(context, await mustFindRequest(context.db, rows.requestId))
  return 'refusal' in queued ? queued : { entity: rows }
}

/**
 * Limits requests per NPI and client network to a number per day. Paths SELF and INVITATION and signed-in users are
 * exempt.
 */
async function mayAsk(context: InTransaction, request: NewRequest): Promise<boolean> {
  const { path, npi } = request
  if (path === 'SELF' || path === 'INVITATION' || !npi || !context.address || isSignedIn(context, request)) return true
  const limit = context.settings.limits.requestsPerDayPerNpi
  return hit(context, { key: `requests:${npi}:${networkOf(context.address)}`, limit, windowSeconds: DAY_S })
}

/** A signed-in user requests additional access. The limits for strangers do not apply. */
const isSignedIn = ({ actor }: InTransaction, { accountId }: { accountId: string }): boolean =>
  actor.accountId === accountId

/** To the requester, the provider, the provider's address on file, and the approvers. */
async function announceRequest(context: InTransaction, request: RequestFacts): Promise<Outcome<true>> {
  const byStranger = !isSignedIn(context, request)
  const typed = [byStranger ? request.requester.email : '', request.signatoryEmail ?? ''].filter(Boolean)
  if (!(await mayMail(context, typed))) return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
  const deciders = await findDecidersOf(context.db, request)
  const confirmUrl = await createEmailLink(context, request)
  const receipt = { request, isAdministered: deciders.length > 0, confirmUrl }
  await announce(context, events.requestMade, { request, byStranger, receipt })
  if (request.path === 'BEHALF')
    await announce(context, events.providerAsked, { request, url: await createRequestLink(context, request) })
  for (const decider of deciders) await queueApproverNotice(context, request, decider)
  await queueSaaRequestNotices(context, request)
  return { entity: true }
}

/** Checks the stranger mail limit of each address. The sorted order prevents deadlocks between callers. */
async function mayMail(context: InTransaction, addresses: string[]): Promise<boolean> {
  for (const address of addresses.map((typed) => typed.toLowerCase()).sort()) {
    if (!(await isStrangerMailAllowed(context, address))) return false
  }
  return true
}

/** URL that accepts or rejects the request. `keepOlder`: earlier links still work. */
async function createRequestLink(context: InTransaction, request: RequestFacts, keepOlder = false): Promise<string> {
  const { requestId, brand, signatoryEmail, expiresAt } = request
  if (!signatoryEmail || !expiresAt) throw new Error('an on-behalf request needs the address of the provider')
  const lifetimeSeconds = Math.floor((expiresAt.getTime() - context.now.getTime()) / 1000)
  const token = await createLink(context, { purpose: 'REQUEST', requestId, lifetimeSeconds, keepOlder })
  return portalUrl(context.settings, brand, `${PROVIDER_PATHS.registration}?reqId=${token}`)
}

async function queueApproverNotice(
  context: InTransaction,
  request: RequestFacts,
  person: Administrator,
): Promise<void> {
  const to = { ...person, name: fullName(person) }
  await queueNotice(context, {
    kind: 'request.approval-needed',
    to,
    requestId: request.requestId,
    content: () => requestMails.approvalNeededMail(context, request, to),
    more: { kind: 'request.more-to-approve', content: () => requestMails.moreToApproveMail(context, to) },
  })
}

/**
 * The administrators who can decide a request: their grants reach every requested scope. If there are none, staff see
 * the request in their console.
 */
export async function findDecidersOf(db: Db, request: RequestFacts): Promise<Administrator[]> {
  if (request.path !== 'APPROVAL' || request.state !== 'PENDING_APPROVAL') return []
  const found = await findScopes(
    db,
    request.grants.map((grant) => grant.entity),
  )
  const scopes = [...found.values()]
  const administrators = await findAdministrators(db, coveringAny(scopes), decidersOf(request.role))
  return reachingAll(administrators, scopes).filter(({ accountId }) => accountId !== request.accountId)
}

/**
 * Queues a new link for the provider and ends the older one. Returns 407 at the stranger mail limit or if the request
 * is closed.
 */
export async function queueRequestLink(context: InTransaction, requestId: string): Promise<Outcome<true>> {
  const locked = await lockRequest(context.db, requestId)
  if (locked?.state !== 'PENDING_PROVIDER' || !locked.expiresAt || locked.expiresAt <= context.now)
    return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  if (!(await mayMail(context, [locked.signatoryEmail ?? '']))) return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
  await announce(context, events.providerAsked, { request: locked, url: await createRequestLink(context, locked) })
  await announce({ ...context, address: null }, events.sentAgain, { request: locked })
  return { entity: true }
}

/**
 * Sends one reminder a week after the request. Called by the scheduled job. False if the request is closed or not due.
 */
export async function remindRequest(context: InTransaction, requestId: string): Promise<boolean> {
  const { db, now } = context
  const request = await lockRequest(db, requestId)
  const waits = request?.state === 'PENDING_PROVIDER' || request?.state === 'PENDING_APPROVAL'
  if (!request || !waits || request.remindedAt || !request.remindAt || request.remindAt > now) return false
  if (request.expiresAt && request.expiresAt <= now) return false
  if (request.path === 'BEHALF')
    await announce(context, events.providerReminded, { request, url: await createRequestLink(context, request, true) })
  else
    for (const decider of await findDecidersOf(context.db, request))
      await queueApproverNotice(context, request, decider)
  await updateRequestReminded(context, requestId)
  await announce(context, events.reminded, { request })
  return true
}

/** Staff decide the request if the provider cannot take the quiz. */
export async function passRequestToStaff(context: InTransaction, requestId: string): Promise<void> {
  const locked = await lockRequest(context.db, requestId)
  if (!locked || locked.needsStaff || !locked.state.startsWith('PENDING')) return
  await updateRequestNeedsStaff(context.db, requestId)
  await recordStaffEvent(context, { event: 'staff.requests-waiting' })
  const inside = bySystem(context)
  await announce(inside, events.passedToStaff, { request: locked })
}

/** Tells plan staff of requests that no one else can decide, from the beginning or because an office lost its SAA. */
export async function announceRequestsLeftToStaff(context: InTransaction): Promise<number> {
  const left = await updateLeftToStaffAnnounced(context)
  if (left > 0) await recordStaffEvent(context, { event: 'staff.requests-waiting' })
  return left
}
