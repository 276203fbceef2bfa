import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { REQUEST_LINK_USED, TOO_MUCH_MAIL } from '@portico/core/forms/sentences'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import {
  ALREADY_DECIDED,
  type NewRequest,
  type RequestFacts,
  type RequestState,
  type Trx,
} from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import { legacyCreateLink } from '../../platform/links.ts'
import { breaksHeader, legacyStrangerMailAllowed } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAdministrators, findProviderEmail } from '../store/administrators.ts'
import { isSuspendedByStaff } from '../store/grants.ts'
import { findRequest, insertRequestRows, lockRequest } from '../store/requests.ts'
import { entityOf, findScopes } from '../store/scopes.ts'
import { SUSPENDED_ELSEWHERE } from './administer-sentences.ts'
import * as mails from './mails.ts'
import * as requestLetters from './request-letters.ts'

/** Making requests: what is asked for is stored whole, and everybody concerned hears of it in the same transaction. */

const stateOfPath: Record<NewRequest['path'], RequestState> = {
  SELF: 'PENDING_PROVIDER',
  BEHALF: 'PENDING_PROVIDER',
  CONTRACT: 'PENDING_CONTRACT',
  APPROVAL: 'PENDING_APPROVAL',
  INVITATION: 'PENDING_APPROVAL',
}

export const LINE_BREAKS = 'Please remove line breaks and other hidden characters from what you entered.'

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

export async function insertRequest(
  settings: Settings,
  trx: Trx,
  request: NewRequest,
): Promise<Outcome<{ requestId: string; reference: string }>> {
  const typed = [request.contactFirstName, request.contactLastName, request.signatoryEmail]
  if (typed.some((text) => text !== undefined && breaksHeader(text))) return refuse(STATUS.pageMessage, LINE_BREAKS)
  if (await isSuspendedByStaff(trx, request.accountId, request.scopes.map(entityOf)))
    return refuse(STATUS.pageMessage, SUSPENDED_ELSEWHERE, 'suspended')
  const { lifetimes } = settings
  const isAsked = request.path === 'BEHALF' || request.path === 'APPROVAL'
  const rows = await insertRequestRows(trx, {
    ...request,
    state: stateOfPath[request.path],
    remindAt: isAsked ? after(request.now, lifetimes.requestReminder) : null,
    expiresAt: isAsked ? after(request.now, lifetimes.requestLink) : null,
  })
  await legacyRecordAudit(trx, {
    at: request.now,
    actorKind: request.signedIn ? 'provider' : 'visitor',
    actorAccountId: request.accountId,
    action: 'request.made',
    npi: request.npi,
    subjectAccountId: request.accountId,
    requestId: rows.requestId,
    address: request.address,
    details: { role: request.role, path: request.path, regType: request.regType },
  })
  if (request.path === 'SELF' || request.path === 'INVITATION') return { entity: rows }
  const told = await announceRequest(settings, trx, rows.requestId, request)
  return 'refusal' in told ? told : { entity: rows }
}

/** The requester, the provider, the address the plan holds, and those who can approve. */
async function announceRequest(
  settings: Settings,
  trx: Trx,
  requestId: string,
  made: NewRequest,
): Promise<Outcome<true>> {
  const { now } = made
  const context = { settings, now }
  const request = await mustFindRequest(trx, requestId)
  const byStranger = !made.signedIn
  const typed = [byStranger ? request.requester.email : '', request.signatoryEmail ?? ''].filter(Boolean)
  if (!(await mayMail(settings, trx, typed, now))) return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
  const requester = mails.requesterOf(request, byStranger)
  await mails.sendLetter(trx, context, 'request.made', requester, requestLetters.requestMadeLetter(settings, request), {
    requestId,
  })
  if (request.path === 'BEHALF') await askProvider(settings, trx, request, now)
  if (request.path === 'APPROVAL') await askAdministrators(settings, trx, request, now)
  await tellProvider(settings, trx, request, now)
  return { entity: true }
}

/** A provider whose own address the plan holds is told of every request made in their name (behaviour 8.17). */
export async function tellProvider(settings: Settings, trx: Trx, request: RequestFacts, now: Date): Promise<void> {
  if (!request.npi || request.role !== 'SAA') return
  const email = await findProviderEmail(trx, request.npi)
  const alreadyTold = [request.requester.email, request.signatoryEmail].map((address) => address?.toLowerCase())
  if (!email || alreadyTold.includes(email.toLowerCase())) return
  const name = (await findScopes(trx, [`NPI:${request.npi}`])).get(`NPI:${request.npi}`)?.name ?? `NPI ${request.npi}`
  const letter = requestLetters.providerNoticeLetter(request, name)
  const { requestId, brand } = request
  await mails.sendLetter(trx, { settings, now }, 'request.provider-notice', { email, name, brand }, letter, {
    requestId,
  })
}

/** The stranger's limit for each address, always asked in the same order: callers wait for each other per address. */
async function mayMail(settings: Settings, trx: Trx, addresses: string[], now: Date): Promise<boolean> {
  for (const address of addresses.map((typed) => typed.toLowerCase()).sort()) {
    if (!(await legacyStrangerMailAllowed(trx, address, now, settings.limits.strangerMailsPerDayPerAddress)))
      return false
  }
  return true
}

async function askProvider(
  settings: Settings,
  trx: Trx,
  request: RequestFacts,
  now: Date,
  reminder = false,
): Promise<void> {
  const email = request.signatoryEmail
  if (!email || !request.expiresAt) throw new Error('an on-behalf request needs the address of the provider')
  const { requestId, brand } = request
  const token = await legacyCreateLink(trx, {
    purpose: 'REQUEST',
    requestId,
    now,
    lifetimeSeconds: Math.floor((request.expiresAt.getTime() - now.getTime()) / 1000),
    // The reminder's link works beside the first mail's; sending again ends the older one.
    keepOlder: reminder,
  })
  const url = mails.portalUrl(settings, brand, `${PROVIDER_PATHS.registration}?reqId=${token}`)
  const provider = { email, name: `${request.contactFirstName ?? ''} ${request.contactLastName ?? ''}`, brand }
  const letter = requestLetters.providerAskedLetter(request, url, reminder)
  const kind = reminder ? 'request.reminder' : 'request.asked'
  await mails.sendLetter(trx, { settings, now }, kind, { ...provider, byStranger: !reminder }, letter, { requestId })
}

/** Those whose grants reach every scope asked for. Where nobody is left, plan staff find it in their console. */
async function askAdministrators(settings: Settings, trx: Trx, request: RequestFacts, now: Date): Promise<void> {
  const scopes = await findScopes(
    trx,
    request.grants.map((grant) => grant.entity),
  )
  const reach = [...new Set([...scopes.values()].flatMap((scope) => scope.coveredBy))]
  const roles: ('SAA' | 'AA')[] = request.role === 'AA' ? ['SAA'] : ['SAA', 'AA']
  const { requestId } = request
  for (const { accountId, firstName, lastName, email, brand } of await findAdministrators(trx, reach, roles)) {
    if (accountId === request.accountId) continue
    const approver = { accountId, email, name: mails.fullName({ firstName, lastName }), brand }
    const letter = requestLetters.approvalNeededLetter(settings, request, approver)
    await mails.sendLetter(trx, { settings, now }, 'request.approval-needed', approver, letter, { requestId })
  }
}

export async function sendRequestLink(
  settings: Settings,
  trx: Trx,
  { requestId, now }: { requestId: string; now: Date },
): Promise<Outcome<true>> {
  const locked = await lockRequest(trx, requestId)
  if (locked?.state !== 'PENDING_PROVIDER' || !locked.expires_at || locked.expires_at <= now)
    return refuse(STATUS.pageMessage, REQUEST_LINK_USED, ALREADY_DECIDED)
  if (!(await mayMail(settings, trx, [locked.signatory_email ?? ''], now)))
    return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
  await askProvider(settings, trx, await mustFindRequest(trx, requestId), now)
  await legacyRecordAudit(trx, auditOf(locked, 'request.sent-again', now))
  return { entity: true }
}

/** Once, a week after asking. The sweep calls this; a request decided meanwhile is left alone. */
export async function remindRequest(settings: Settings, trx: Trx, requestId: string, now: Date): Promise<boolean> {
  const locked = await lockRequest(trx, requestId)
  const waits = locked?.state === 'PENDING_PROVIDER' || locked?.state === 'PENDING_APPROVAL'
  if (!locked || !waits || locked.reminded_at || !locked.remind_at || locked.remind_at > now) return false
  if (locked.expires_at && locked.expires_at <= now) return false
  const request = await mustFindRequest(trx, requestId)
  if (request.path === 'BEHALF') await askProvider(settings, trx, request, now, true)
  else await askAdministrators(settings, trx, request, now)
  await trx.updateTable('access_request').set({ reminded_at: now }).where('id', '=', requestId).execute()
  await legacyRecordAudit(trx, {
    ...auditOf(locked, 'request.reminded', now),
    actorKind: 'system',
    actorAccountId: null,
  })
  return true
}

export async function passRequestToStaff(
  trx: Trx,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  const locked = await lockRequest(trx, requestId)
  if (!locked || locked.needs_staff || !locked.state.startsWith('PENDING')) return
  await trx.updateTable('access_request').set({ needs_staff: true }).where('id', '=', requestId).execute()
  await legacyRecordAudit(trx, {
    ...auditOf(locked, 'request.passed-to-staff', now),
    actorKind: 'system',
    actorAccountId: null,
  })
}

export async function mustFindRequest(trx: Trx, requestId: string): Promise<RequestFacts> {
  const request = await findRequest(trx, requestId)
  if (!request) throw new Error(`request ${requestId} does not exist`)
  return request
}

function auditOf(request: { id: string; npi: string | null; account_id: string }, action: AuditAct, now: Date) {
  return {
    at: now,
    actorKind: 'provider' as const,
    actorAccountId: request.account_id as string | null,
    action,
    npi: request.npi,
    subjectAccountId: request.account_id,
    requestId: request.id,
  }
}
