import type { BellLine } from '@portico/core/bell/lines'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { writeDay } from '@portico/core/forms/moments'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context } from '#platform/context.ts'
import { type Act, declareAct, declareEvent, type Message, type Reader } from '#platform/events/event.ts'
import { plainName } from '#platform/mail/mail-body.ts'
import type { DecidedAs, RequestFacts } from '../../store/decisions/requests.ts'
import { fullName, loginAction, reasonLine, requesterOf, roleName, scopeWords, statusAction } from '../mail/mails.ts'

/** Events of a request, in the order of its lifecycle. */

type About = { request: RequestFacts }

type Subject = Pick<RequestFacts, 'accountId' | 'requestId'> & { npi?: string | null | undefined }

const aboutRequest = ({ request: { npi, accountId, requestId } }: { request: Subject }): Act => ({
  npi,
  subjectAccountId: accountId,
  requestId,
})

const requester = ({ request }: About): Reader[] => [requesterOf(request)]

/** The provider whom the requester asked by email. */
const signatory = ({ request }: About): Reader[] => {
  const { signatoryEmail: email, brand, path, contactFirstName, contactLastName } = request
  const name = plainName(`${contactFirstName ?? ''} ${contactLastName ?? ''}`)
  return path === 'BEHALF' && email ? [{ email, name, brand }] : []
}

/** Mail to the requester, with a link to the request's status. */
const toRequester = (context: Context, request: RequestFacts, subject: string, paragraphs: string[]): Message => ({
  subject,
  paragraphs,
  action: statusAction(context, requesterOf(request)),
})

/** `isAdministered`: an administrator can decide; staff decide otherwise. `confirmUrl` confirms the address. */
type Receipt = About & { isAdministered: boolean; confirmUrl: string | undefined }

type Made = {
  request: Subject & Pick<RequestFacts, 'role' | 'path' | 'regType'>
  byStranger: boolean
  /** Missing where the request is decided at once. */
  receipt?: Receipt
}

export const requestMade = declareEvent<Made>({
  name: 'request.made',
  audit: 'Requested access.',
  about({ request, byStranger }) {
    const { accountId, role, path, regType } = request
    const actor = { kind: byStranger ? 'visitor' : 'provider', accountId } as const
    return { ...aboutRequest({ request }), actor, details: { role, path, regType } }
  },
  to: ({ receipt, byStranger }) => (receipt ? [requesterOf(receipt.request, byStranger)] : []),
  mail: ({ receipt }, context) => receipt && writeReceipt(context, receipt),
})

function writeReceipt(context: Context, { request, isAdministered, confirmUrl }: Receipt): Message {
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
  const message = toRequester(context, request, `We received your access request ${request.reference}`, [
    `We received your request for access as ${roleName(request.role)} for ${scopeWords(request)}; ${toDo}`,
    ...(next ? [next] : []),
    `Your reference number is ${request.reference}.`,
    ...(request.expiresAt ? [`The request stays open until ${writeDay(request.expiresAt)}.`] : []),
    ...(confirmUrl ? [NOT_YOUR_REQUEST] : []),
  ])
  return confirmUrl ? { ...message, action: { sentence: 'Confirm your email address:', url: confirmUrl } } : message
}

const NOT_YOUR_REQUEST = 'If you didn’t make this request, don’t confirm it. You can ignore this email.'

export const emailConfirmed = declareAct('request.email-confirmed', 'Confirmed the email address of the request.')

/** `url` accepts or rejects the request. */
type Asked = About & { url: string }

export const providerAsked = declareEvent<Asked>({
  name: 'request.asked',
  about: aboutRequest,
  to: (facts) => askedProvider(facts).map((reader) => ({ ...reader, byStranger: true })),
  mail: (facts) => askProvider(facts, 'Please'),
})

export const providerReminded = declareEvent<Asked>({
  name: 'request.reminder',
  about: aboutRequest,
  to: (facts) => askedProvider(facts),
  mail: (facts) => askProvider(facts, 'Reminder: please'),
})

const askedProvider = (facts: About): Reader[] =>
  signatory(facts).map((reader) => ({ ...reader, name: reader.name || findBrand(reader.brand).physicianTitle }))

function askProvider({ request, url }: Asked, please: string): Message {
  const who = fullName(request.requester)
  return {
    subject: `${please} review an access request for NPI ${request.npi ?? ''}`,
    paragraphs: [
      `${who} says they work for you and wants to become the ${roleName('SAA')} for ${scopeWords(request)} in the ${findBrand(request.brand).name} provider portal; please accept or reject this.`,
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

export const sentAgain = declareEvent<About>({
  name: 'request.sent-again',
  audit: 'The request was sent again.',
  about: aboutRequest,
})

export const reminded = declareEvent<About>({
  name: 'request.reminded',
  audit: 'A reminder was sent.',
  about: aboutRequest,
})

export const passedToStaff = declareEvent<About>({
  name: 'request.passed-to-staff',
  audit: 'The request was passed to Provider Services.',
  about: aboutRequest,
})

export const decisionDelayed = declareAct('decision.held', 'Decided. The decision takes effect after a few seconds.')

export const decisionUndone = declareAct('decision.undone', 'Undid a decision before it took effect.')

export const decisionRefused = declareAct('decision.refused', 'A decision could not be carried out when it was due.')

/** The request as the decision left it, and who is recorded as its decider. */
type Closed = About & { decider: Context['actor'] }

function aboutDecision({ request, decider }: Closed): Act {
  const { role, path, decidedAs, reason } = request
  const details = { role, path, decidedAs, ...(reason ? { reason } : {}) }
  return { ...aboutRequest({ request }), actor: decider, details }
}

const statusLine = (says: (reference: string) => string): BellLine => ({
  kind: 'DECISIONS',
  says: ({ reference }) => says(reference ?? ''),
  page: () => PROVIDER_PATHS.status,
})

/** Access begins. */
export const activated = declareEvent<Closed>({
  name: 'request.activated',
  audit: 'Access began.',
  about: aboutDecision,
  bell: statusLine((reference) => `Your access request ${reference} is complete.`),
  to: requester,
  mail({ request }, context) {
    const how = {
      SELF: 'Your registration is complete',
      BEHALF:
        request.decidedAs === 'STAFF'
          ? 'Provider Services accepted your request'
          : 'The provider accepted your request',
      CONTRACT: 'We validated your signed contract form',
      APPROVAL: 'Your access request was accepted',
      INVITATION: 'Your account is active',
    }[request.path]
    return {
      subject:
        request.path === 'SELF'
          ? 'Your registration is complete'
          : `Your access request ${request.reference} is complete`,
      paragraphs: [
        `${how}, and you don’t need to do anything else.`,
        `You now have access as ${roleName(request.role)} for ${scopeWords(request)}.`,
      ],
      action: loginAction(context, requesterOf(request)),
    }
  },
})

/** To the provider who accepted by the mailed link. */
export const providerAccepted = declareEvent<About>({
  name: 'request.provider-accepted',
  about: aboutRequest,
  to: signatory,
  mail({ request }) {
    const who = fullName(request.requester)
    return {
      subject: `You accepted the access request for NPI ${request.npi ?? ''}`,
      paragraphs: [
        `You accepted the request of ${who}, who is now the ${roleName('SAA')} for ${scopeWords(request)}; you don’t need to do anything.`,
        `${who} can look up any member’s eligibility, sees your claims with your patients’ data, and decides who else can.`,
        `If you didn’t accept this, or want to end this access, please call us. The reference number is ${request.reference}.`,
      ],
    }
  },
})

/** The requester keeps the account and does not need a second one. A suspended requester cannot sign in. */
const askAnew = ({ requester: { state } }: RequestFacts): string =>
  state === 'SUSPENDED'
    ? 'Your portal account is suspended. If you still need access, please call us.'
    : 'If you still need access, sign in with your account and make a new request.'

const UNLESS_NEEDED = 'you don’t need to do anything unless you still need access.'

const LOST = 'Another request for the same provider was completed first, so yours cannot be accepted.'

const REJECTED_BY: Record<DecidedAs, string> = {
  PROVIDER: 'The provider rejected',
  ADMINISTRATOR: 'An access administrator rejected',
  STAFF: 'Provider Services rejected',
  REQUESTER: 'Provider Services rejected',
  SYSTEM: 'We could not accept',
}

/** The server rejects a request that lost against a competing one. */
export const rejected = declareEvent<Closed>({
  name: 'request.rejected',
  audit: 'The request was rejected.',
  about: aboutDecision,
  bell: statusLine((reference) => `Your access request ${reference} was rejected.`),
  to: requester,
  mail({ request }, context) {
    const { decidedAs, reference } = request
    const isLost = decidedAs === 'SYSTEM'
    const who = REJECTED_BY[decidedAs ?? 'STAFF']
    return toRequester(context, request, `Your access request ${reference} was rejected`, [
      `${who} your request for access as ${roleName(request.role)} for ${scopeWords(request)}; ${UNLESS_NEEDED}`,
      ...(isLost ? [LOST] : reasonLine(request.reason)),
      askAnew(request),
    ])
  },
})

export const canceled = declareEvent<Closed>({
  name: 'request.cancelled',
  audit: 'The request was canceled.',
  about: aboutDecision,
  to: requester,
  mail: ({ request }, context) =>
    toRequester(context, request, `You canceled your access request ${request.reference}`, [
      `You canceled your request for ${scopeWords(request)}, and you don’t need to do anything else.`,
    ]),
})

/** To the asked provider, when the request is canceled. */
export const withdrawn = declareEvent<About>({
  name: 'request.withdrawn',
  about: aboutRequest,
  to: signatory,
  mail: ({ request }) => ({
    subject: `The access request for NPI ${request.npi ?? ''} was withdrawn`,
    paragraphs: [
      `${fullName(request.requester)} withdrew the request for access to NPI ${request.npi ?? ''}, and you don’t need to do anything.`,
    ],
  }),
})

/** An invitation expires without mail. */
export const expired = declareEvent<Closed>({
  name: 'request.expired',
  audit: 'The request expired.',
  about: aboutDecision,
  bell: statusLine((reference) => `Your access request ${reference} has expired.`),
  to: ({ request }) => (request.path === 'INVITATION' ? [] : [requesterOf(request)]),
  mail: ({ request }, context) =>
    toRequester(context, request, `Your access request ${request.reference} has expired`, [
      `Your request for ${scopeWords(request)} has expired because no one decided in time; ${UNLESS_NEEDED}`,
      askAnew(request),
    ]),
})
