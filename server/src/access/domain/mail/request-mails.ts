import { ACCESS_PAGES } from '@portico/core/access/pages'
import { writeDay } from '@portico/core/forms/moments'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context } from '#platform/context.ts'
import { type MailContent, plainName } from '#platform/mail/mail-body.ts'
import type { DecidedAs, RequestFacts } from '../../store/decisions/requests.ts'
import {
  fullName,
  loginAction,
  type Recipient,
  reasonLine,
  requesterOf,
  roleName,
  scopeWords,
  statusAction,
} from './mails.ts'

/** Mail about a request, in the order of its lifecycle. */

/** Mail to the requester, with a link to the request's status. */
function toRequester(context: Context, request: RequestFacts, subject: string, paragraphs: string[]): MailContent {
  const greeting = fullName(request.requester)
  return { subject, greeting, paragraphs, action: statusAction(context, requesterOf(request)) }
}

/** `isAdministered`: an administrator can decide; staff decide otherwise. `confirmUrl` confirms the address. */
type RequestMade = { isAdministered: boolean; confirmUrl?: string | undefined }

/** To the requester, when the request is made. */
export function requestMadeMail(context: Context, request: RequestFacts, made: RequestMade): MailContent {
  const { isAdministered, confirmUrl } = made
  const decider = isAdministered ? 'An access administrator for the provider' : 'Provider Services'
  const toDo = confirmUrl
    ? 'please confirm your email address.'
    : request.path === 'CONTRACT'
      ? 'please sign the contract form and return it.'
      : 'you don’t need to do anything now.'
  const next = {
    BEHALF: 'We emailed the provider and asked them to accept or reject your request.',
    CONTRACT: 'Your access begins after we validate the signed form.',
    APPROVAL: `${decider} will decide on your request, and sees whether your email address is confirmed.`,
    SELF: '',
    INVITATION: '',
  }[request.path]
  const content = toRequester(context, request, `We received your access request ${request.reference}`, [
    `We received your request for access as ${roleName(request.role)} for ${scopeWords(request)}; ${toDo}`,
    ...(next ? [next] : []),
    `Your reference number is ${request.reference}.`,
    ...(request.expiresAt ? [`The request stays open until ${writeDay(request.expiresAt)}.`] : []),
    ...(confirmUrl ? [NOT_YOUR_REQUEST] : []),
  ])
  return confirmUrl ? { ...content, action: { sentence: 'Confirm your email address:', url: confirmUrl } } : content
}

const NOT_YOUR_REQUEST = 'If you didn’t make this request, don’t confirm it. You can ignore this email.'

/** To the provider, with the link to accept or reject. */
export function providerAskedMail(request: RequestFacts, url: string, reminder: boolean): MailContent {
  const brand = findBrand(request.brand)
  const who = fullName(request.requester)
  const provider = plainName(`${request.contactFirstName ?? ''} ${request.contactLastName ?? ''}`)
  return {
    subject: `${reminder ? 'Reminder: please' : 'Please'} review an access request for NPI ${request.npi ?? ''}`,
    greeting: provider || brand.physicianTitle,
    paragraphs: [
      `${who} says they work for you and wants to become the ${roleName('SAA')} for ${scopeWords(request)} in the ${brand.name} provider portal; please accept or reject this.`,
      `If you accept, ${who} can see your patients’ eligibility and your claims, and can decide who else can.`,
      ...(request.replaceSaa
        ? ['If you accept, the current Senior Access Administrator becomes an Access Administrator (AA).']
        : []),
      'No access is given unless you accept. If you don’t know this person, open the link and reject the request.',
      ...(request.expiresAt ? [`The request stays open until ${writeDay(request.expiresAt)}.`] : []),
    ],
    action: { sentence: 'Review the request:', url },
  }
}

/** To the provider who accepted by the mailed link. */
export function providerAcceptedMail(request: RequestFacts, greeting: string): MailContent {
  const who = fullName(request.requester)
  return {
    subject: `You accepted the access request for NPI ${request.npi ?? ''}`,
    greeting,
    paragraphs: [
      `You accepted the request of ${who}, who is now the ${roleName('SAA')} for ${scopeWords(request)}; you don’t need to do anything.`,
      `${who} can look up any member’s eligibility, sees your claims with your patients’ data, and decides who else can.`,
      `If you didn’t accept this, or want to end this access, please call us. The reference number is ${request.reference}.`,
    ],
  }
}

/** To the provider's address on file. */
export function providerNoticeMail(request: RequestFacts, name: string): MailContent {
  return {
    subject: `Access was requested for NPI ${request.npi ?? ''}`,
    greeting: name,
    paragraphs: [
      `${fullName(request.requester)} requested access as ${roleName(request.role)} for ${scopeWords(request)}; ${NOTHING_IF_EXPECTED}`,
      'We sent this to the email address we have on file for you.',
      PUT_ON_HOLD,
    ],
  }
}

const NOTHING_IF_EXPECTED = 'you don’t need to do anything if you expected this.'

type NewSaa = { npi: string; who: string; scope: string }

/** To the provider's address on file, when a user becomes SAA. */
export function newSaaMail({ npi, who, scope }: NewSaa, name: string): MailContent {
  return {
    subject: `A new Senior Access Administrator for NPI ${npi}`,
    greeting: name,
    paragraphs: [
      `${who} is now the ${roleName('SAA')} for ${scope}; ${NOTHING_IF_EXPECTED}`,
      'We sent this to the email address we have on file for you.',
      'If you didn’t expect this, block new registrations for your NPI with the link below, and please call us.',
    ],
  }
}

export const NOTHING_UNLESS_UNWANTED = 'you don’t need to do anything unless your office doesn’t want this.'
const COVERED = 'for it or for a group or an organization that covers it'
export const OBJECT = 'If your office doesn’t want this, you can object, and Provider Services will review it.'

/** To the current SAAs of the requested scope or of an entity that covers it. */
export function currentSaaMail(request: RequestFacts, name: string): MailContent {
  return {
    subject: `Someone asked to be the Senior Access Administrator (${request.reference})`,
    greeting: name,
    paragraphs: [
      `${fullName(request.requester)} requested access as ${roleName(request.role)} for ${scopeWords(request)}; ${NOTHING_UNLESS_UNWANTED}`,
      `You have this role today, ${COVERED}.`,
      OBJECT,
    ],
  }
}

/** To the SAAs of a covering entity who got no mail about the request, when its requester becomes SAA. */
export function coveringSaaMail(request: RequestFacts, name: string): MailContent {
  return {
    subject: `Someone became the Senior Access Administrator (${request.reference})`,
    greeting: name,
    paragraphs: [
      `${fullName(request.requester)} is now the ${roleName('SAA')} for ${scopeWords(request)}; ${NOTHING_UNLESS_UNWANTED}`,
      'You have this role for a group or an organization that covers it, and you keep it.',
      OBJECT,
    ],
  }
}

export const PUT_ON_HOLD =
  'If you didn’t expect this, you can block new registrations for your NPI with the link below.'

const MANY_TODAY = 'There were too many today to email you about each one.'

/** The mails below replace notices above the daily limit. */
export const moreForProviderMail = (npi: string, name: string): MailContent => ({
  subject: `More access was requested for NPI ${npi}`,
  greeting: name,
  paragraphs: [
    `More people requested access to NPI ${npi} in the provider portal; ${NOTHING_IF_EXPECTED}`,
    MANY_TODAY,
    PUT_ON_HOLD,
  ],
})

export const moreForSaaMail = (npi: string, name: string): MailContent => ({
  subject: `More people asked to be the Senior Access Administrator (NPI ${npi})`,
  greeting: name,
  paragraphs: [
    `More people requested the role that you have, including for NPI ${npi}; ${NOTHING_UNLESS_UNWANTED}`,
    MANY_TODAY,
    OBJECT,
  ],
})

export const moreNewSaasMail = (npi: string, name: string, whatToDo: string): MailContent => ({
  subject: `More new Senior Access Administrators (NPI ${npi})`,
  greeting: name,
  paragraphs: [
    `More people became ${roleName('SAA')}, including for NPI ${npi}; ${NOTHING_IF_EXPECTED}`,
    MANY_TODAY,
    whatToDo,
  ],
})

export const moreToApproveMail = (context: Context, approver: Recipient): MailContent => ({
  subject: 'More access requests are waiting for your decision',
  greeting: approver.name,
  paragraphs: ['More people requested access that you can approve; please decide on their requests.', MANY_TODAY],
  action: {
    sentence: 'See all waiting requests in user administration:',
    url: portalUrl(context.settings, approver.brand, ACCESS_PAGES.people),
  },
})

/** To the approvers of an AA or AU request. */
export function approvalNeededMail(context: Context, request: RequestFacts, approver: Recipient): MailContent {
  return {
    subject: `An access request is waiting for your decision (${request.reference})`,
    greeting: approver.name,
    paragraphs: [
      `${fullName(request.requester)} requested access as ${roleName(request.role)} for ${scopeWords(request)}; please accept or reject the request.`,
      'You can also accept it with fewer permissions.',
    ],
    action: {
      sentence: 'Decide in user administration:',
      url: portalUrl(context.settings, approver.brand, ACCESS_PAGES.request(request.reference)),
    },
  }
}

/** To the requester, when access begins. */
export function activatedMail(context: Context, request: RequestFacts, decidedAs: DecidedAs): MailContent {
  const how = {
    SELF: 'Your registration is complete',
    BEHALF: decidedAs === 'STAFF' ? 'Provider Services accepted your request' : 'The provider accepted your request',
    CONTRACT: 'We validated your signed contract form',
    APPROVAL: 'Your access request was accepted',
    INVITATION: 'Your account is active',
  }[request.path]
  return {
    subject:
      request.path === 'SELF'
        ? 'Your registration is complete'
        : `Your access request ${request.reference} is complete`,
    greeting: fullName(request.requester),
    paragraphs: [
      `${how}, and you don’t need to do anything else.`,
      `You now have access as ${roleName(request.role)} for ${scopeWords(request)}.`,
    ],
    action: loginAction(context, requesterOf(request)),
  }
}

/** The requester keeps the account and does not need a second one. A suspended requester cannot sign in. */
const askAnew = ({ requester }: RequestFacts): string =>
  requester.state === 'SUSPENDED'
    ? 'Your portal account is suspended. If you still need access, please call us.'
    : 'If you still need access, sign in with your account and make a new request.'

const UNLESS_NEEDED = 'you don’t need to do anything unless you still need access.'

/** To the requester, when the request is rejected. */
export function rejectedMail(
  context: Context,
  request: RequestFacts,
  by: 'PROVIDER' | 'ADMINISTRATOR' | 'STAFF' | 'LOST',
): MailContent {
  const who = {
    PROVIDER: 'The provider rejected',
    ADMINISTRATOR: 'An access administrator rejected',
    STAFF: 'Provider Services rejected',
    LOST: 'We could not accept',
  }[by]
  const why = 'Another request for the same provider was completed first, so yours cannot be accepted.'
  return toRequester(context, request, `Your access request ${request.reference} was rejected`, [
    `${who} your request for access as ${roleName(request.role)} for ${scopeWords(request)}; ${UNLESS_NEEDED}`,
    ...(by === 'LOST' ? [why] : reasonLine(request.reason)),
    askAnew(request),
  ])
}

export function expiredMail(context: Context, request: RequestFacts): MailContent {
  return toRequester(context, request, `Your access request ${request.reference} has expired`, [
    `Your request for ${scopeWords(request)} has expired because no one decided in time; ${UNLESS_NEEDED}`,
    askAnew(request),
  ])
}

export function canceledMail(context: Context, request: RequestFacts): MailContent {
  return toRequester(context, request, `You canceled your access request ${request.reference}`, [
    `You canceled your request for ${scopeWords(request)}, and you don’t need to do anything else.`,
  ])
}

/** To the asked provider, when the request is canceled. */
export function withdrawnMail(request: RequestFacts, greeting: string): MailContent {
  return {
    subject: `The access request for NPI ${request.npi ?? ''} was withdrawn`,
    greeting,
    paragraphs: [
      `${fullName(request.requester)} withdrew the request for access to NPI ${request.npi ?? ''}, and you don’t need to do anything.`,
    ],
  }
}
