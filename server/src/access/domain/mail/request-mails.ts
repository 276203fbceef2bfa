import { ACCESS_PAGES } from '@portico/core/access/pages'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context } from '#platform/context.ts'
import type { MailContent } from '#platform/mail/mail-body.ts'
import type { RequestFacts } from '../../store/decisions/requests.ts'
import { fullName, type Recipient, roleName, scopeWords } from './mails.ts'

/** Mail about a request, in the order of its lifecycle. */

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
