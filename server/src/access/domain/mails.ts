import { BRANDS, type BrandId, DEFAULT_BRAND } from '@portico/core/brand'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { ROLE_NAMES } from '@portico/core/registration/messages'
import type { RequestFacts, Trx } from '../../platform/access-ports.ts'
import { type Letter, plainText, writeDay, writeLetter } from '../../platform/letter.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Settings } from '../../platform/settings.ts'

/** The mails of readings section 6: every change of state tells those concerned. */
export type MailContext = { settings: Settings; now: Date }

export type Recipient = {
  accountId?: string | undefined
  email: string
  name: string
  brand: string
  byStranger?: boolean
}

type Subject = { requestId?: string | undefined }

export async function sendLetter(
  trx: Trx,
  context: MailContext,
  kind: string,
  to: Recipient,
  letter: Letter,
  about: Subject = {},
) {
  await queueMail(trx, {
    kind,
    brand: brandOf(to.brand),
    to: to.email,
    subject: letter.subject,
    body: writeLetter(to.brand, letter),
    accountId: to.accountId,
    requestId: about.requestId,
    byStranger: to.byStranger ?? false,
    now: context.now,
  })
}

export function brandOf(id: string): BrandId {
  return id in BRANDS ? (id as BrandId) : DEFAULT_BRAND.id
}

/** Addresses come from the configured public URL of the brand, never from a Host header. */
export function portalUrl(settings: Settings, brand: string, path: string): string {
  return settings.publicUrls[brandOf(brand)] + path
}

export const fullName = (person: { firstName: string; lastName: string }): string =>
  plainText(`${person.firstName} ${person.lastName}`)

/** 'Senior Access Administrator (SAA)' */
export const roleName = (role: keyof typeof ROLE_NAMES): string => `${ROLE_NAMES[role]} (${role})`

/** What a request is about, in words: 'NPI 1100000011', '3 provider groups', 'Harbor Pediatrics'. */
export function scopeWords(request: RequestFacts): string {
  const [first, ...more] = request.grants
  if (request.regType === 'NPI' || !first) return `NPI ${request.npi ?? first?.scope.id ?? ''}`
  if (more.length === 0) return plainText(first.name)
  return `${request.grants.length} provider groups (${plainText(first.name)} and ${more.length} more)`
}

export function requesterOf(request: RequestFacts, byStranger = false): Recipient {
  const { email } = request.requester
  return { accountId: request.accountId, email, name: fullName(request.requester), brand: request.brand, byStranger }
}

function statusAction(settings: Settings, brand: string) {
  return { sentence: 'See where your request stands:', url: portalUrl(settings, brand, PROVIDER_PATHS.status) }
}

function loginAction(settings: Settings, brand: string) {
  return { sentence: 'Log in to the portal:', url: portalUrl(settings, brand, PROVIDER_PATHS.login) }
}

const reasonLine = (reason: string | undefined | null): string[] => (reason ? [`Reason: ${plainText(reason)}`] : [])

/** To the requester, when the request was made. */
export function requestMadeLetter(settings: Settings, request: RequestFacts): Letter {
  const next = {
    BEHALF: 'We have asked the provider by email to accept or reject your request.',
    CONTRACT: 'Please sign the contract form and return it. Your access begins when we have validated the signed form.',
    APPROVAL: 'An access administrator of the provider decides about your request.',
    SELF: '',
    INVITATION: '',
  }[request.path]
  return {
    subject: `We received your access request ${request.reference}`,
    greeting: fullName(request.requester),
    paragraphs: [
      `You asked for access as ${roleName(request.role)} for ${scopeWords(request)}. Your reference number is ${request.reference}.`,
      next,
      ...(request.expiresAt ? [`The request stays open until ${writeDay(request.expiresAt)}.`] : []),
    ].filter(Boolean),
    action: statusAction(settings, request.brand),
  }
}

/** To the provider, with the link that accepts or rejects. */
export function providerAskedLetter(request: RequestFacts, url: string, reminder: boolean): Letter {
  const brand = BRANDS[brandOf(request.brand)]
  const who = fullName(request.requester)
  const provider = plainText(`${request.contactFirstName ?? ''} ${request.contactLastName ?? ''}`)
  return {
    subject: `${reminder ? 'Reminder: please' : 'Please'} review an access request for NPI ${request.npi ?? ''}`,
    greeting: provider || brand.physicianTitle,
    paragraphs: [
      `${who} asked to become the ${roleName('SAA')} for ${scopeWords(request)} in the ${brand.name} provider portal, on behalf of the ${brand.physicianTerm}.`,
      ...(request.replaceSaa
        ? ['If you accept, the current Senior Access Administrator becomes an Access Administrator (AA).']
        : []),
      `Nothing is granted unless you accept. If you do not know this person, open the link and reject the request.`,
      ...(request.expiresAt ? [`The request stays open until ${writeDay(request.expiresAt)}.`] : []),
    ],
    action: { sentence: 'Review the request:', url },
  }
}

/** To the address the plan itself holds for the provider. */
export function providerNoticeLetter(request: RequestFacts, name: string): Letter {
  return {
    subject: `Access was requested for NPI ${request.npi ?? ''}`,
    greeting: name,
    paragraphs: [
      `${fullName(request.requester)} asked for access as ${roleName(request.role)} for ${scopeWords(request)}.`,
      'You receive this notice because this is the address we hold for you. If you did not expect the request, please call us.',
    ],
  }
}

/** To those who can approve an AA or AU request. */
export function approvalNeededLetter(settings: Settings, request: RequestFacts, approver: Recipient): Letter {
  return {
    subject: `An access request waits for your decision (${request.reference})`,
    greeting: approver.name,
    paragraphs: [
      `${fullName(request.requester)} asked for access as ${roleName(request.role)} for ${scopeWords(request)}.`,
      'You can approve it, approve it with fewer permissions, or deny it.',
    ],
    action: {
      sentence: 'Decide in user administration:',
      url: portalUrl(settings, approver.brand, PROVIDER_PATHS.access),
    },
  }
}

/** To the requester, when access began. */
export function activatedLetter(settings: Settings, request: RequestFacts): Letter {
  const how = {
    SELF: 'Your registration is complete.',
    BEHALF: 'The provider accepted your request.',
    CONTRACT: 'We validated your signed contract form.',
    APPROVAL: 'Your access request was approved.',
    INVITATION: 'Your account is active.',
  }[request.path]
  return {
    subject:
      request.path === 'SELF'
        ? 'Your registration is complete'
        : `Your access request ${request.reference} is complete`,
    greeting: fullName(request.requester),
    paragraphs: [how, `You now have access as ${roleName(request.role)} for ${scopeWords(request)}.`],
    action: loginAction(settings, request.brand),
  }
}

/** To the requester, when the answer was no. */
export function rejectedLetter(
  settings: Settings,
  request: RequestFacts,
  by: 'PROVIDER' | 'ADMINISTRATOR' | 'STAFF' | 'LOST',
): Letter {
  const why = {
    PROVIDER: 'The provider rejected your request.',
    ADMINISTRATOR: 'An access administrator denied your request.',
    STAFF: 'Your request was not approved.',
    LOST: 'Another request for the same provider was completed first, so yours cannot be approved.',
  }[by]
  return {
    subject: `Your access request ${request.reference} was not approved`,
    greeting: fullName(request.requester),
    paragraphs: [
      `You asked for access as ${roleName(request.role)} for ${scopeWords(request)}. ${why}`,
      ...(by === 'LOST' ? [] : reasonLine(request.reason)),
      'If you still need access, you can make a new request.',
    ],
    action: statusAction(settings, request.brand),
  }
}

export function expiredLetter(settings: Settings, request: RequestFacts): Letter {
  return {
    subject: `Your access request ${request.reference} has expired`,
    greeting: fullName(request.requester),
    paragraphs: [
      `Nobody decided about your request for ${scopeWords(request)} in time, so it has expired.`,
      'If you still need access, you can make a new request.',
    ],
    action: statusAction(settings, request.brand),
  }
}

export function cancelledLetter(settings: Settings, request: RequestFacts): Letter {
  return {
    subject: `You cancelled your access request ${request.reference}`,
    greeting: fullName(request.requester),
    paragraphs: [`Your request for ${scopeWords(request)} was cancelled. Nothing more happens with it.`],
    action: statusAction(settings, request.brand),
  }
}

/** To somebody who was asked, when there is nothing left to decide. */
export function withdrawnLetter(request: RequestFacts, greeting: string): Letter {
  return {
    subject: `The access request for NPI ${request.npi ?? ''} was withdrawn`,
    greeting,
    paragraphs: [`${fullName(request.requester)} no longer asks for access. You do not need to do anything.`],
  }
}

/** To the SAA who steps down. */
export function replacedLetter(settings: Settings, former: Recipient, scopes: string, successor: string): Letter {
  return {
    subject: 'You are no longer the Senior Access Administrator',
    greeting: former.name,
    paragraphs: [
      `${successor} is now the ${roleName('SAA')} for ${scopes}. You remain an ${roleName('AA')} there and keep your permissions.`,
      'If you did not expect this, please call us.',
    ],
    action: loginAction(settings, former.brand),
  }
}

export function contractReceivedLetter(settings: Settings, request: RequestFacts): Letter {
  return {
    subject: `We received your signed contract (${request.reference})`,
    greeting: fullName(request.requester),
    paragraphs: [
      'We received your signed contract form and will review it. An email follows when it has been validated.',
    ],
    action: statusAction(settings, request.brand),
  }
}

export function contractReturnedLetter(settings: Settings, request: RequestFacts, reason: string): Letter {
  return {
    subject: `Your signed contract needs a correction (${request.reference})`,
    greeting: fullName(request.requester),
    paragraphs: [
      'We looked at your signed contract form and could not validate it.',
      ...reasonLine(reason),
      'Please correct the form, sign it, and return it again.',
    ],
    action: statusAction(settings, request.brand),
  }
}

type Invitation = { scopes: string; role: string; inviter: string; url: string; until: Date }

/** To somebody invited: the link that completes the account. */
export function invitationLetter(invited: Recipient, { scopes, role, inviter, url, until }: Invitation): Letter {
  return {
    subject: 'Complete your portal account',
    greeting: invited.name,
    paragraphs: [
      `${inviter} invited you to the portal${role ? ` as ${role}` : ''}${scopes ? ` for ${scopes}` : ''}.`,
      `Choose a user name and a password to begin. The link works once, until ${writeDay(until)}.`,
    ],
    action: { sentence: 'Complete your account:', url },
  }
}

/** To somebody whose access an administrator changed. */
export function accessChangedLetter(
  settings: Settings,
  person: Recipient,
  subject: string,
  sentence: string,
  reason?: string,
): Letter {
  return {
    subject,
    greeting: person.name,
    paragraphs: [sentence, ...reasonLine(reason)],
    action: loginAction(settings, person.brand),
  }
}
