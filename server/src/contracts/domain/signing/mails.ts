import { PROVIDER_PATHS } from '@portico/core/constants'
import { writeDay } from '@portico/core/forms/moments'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import { createLink } from '#platform/identity/links.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { type MailContent, plainName, plainText, renderMail } from '#platform/mail/mail-body.ts'
import type { RequestFacts } from '../../../access/access.ts'
import type { Signing } from '../../store/signings.ts'

/** Mail about online signing, to the registrant and to the signatory, who has no account. */

type Mail = Omit<MailContent, 'greeting'> & { kind: MailKind; byStranger?: boolean }

async function toSignatory(context: InTransaction, request: RequestFacts, signing: Signing, mail: Mail) {
  const { kind, byStranger = false, ...content } = mail
  await queueMail(context, {
    kind,
    brand: request.brand,
    to: signing.signer_email,
    subject: content.subject,
    body: renderMail(request.brand, { ...content, greeting: plainName(signing.signer_name) }),
    requestId: request.requestId,
    byStranger,
  })
}

async function toRegistrant(context: InTransaction, request: RequestFacts, mail: Mail) {
  const { kind, ...content } = mail
  const url = portalUrl(context.settings, request.brand, PROVIDER_PATHS.status)
  const status = { sentence: 'See the status of your request:', url }
  const action = content.action ?? (request.requester.state === 'SUSPENDED' ? undefined : status)
  await queueMail(context, {
    kind,
    brand: request.brand,
    to: request.requester.email,
    subject: content.subject,
    body: renderMail(request.brand, { ...content, action, greeting: registrantOf(request) }),
    accountId: request.accountId,
    requestId: request.requestId,
  })
}

export const registrantOf = ({ requester }: RequestFacts): string =>
  plainName(`${requester.firstName} ${requester.lastName}`)

/** For example 'Harbor Pediatrics', '3 provider groups' or 'NPI 1100000011'. */
function coveredBy(request: RequestFacts): string {
  const [first, ...more] = request.grants
  if (request.regType === 'NPI' || !first) return `NPI ${request.npi ?? ''}`
  return more.length === 0 ? plainText(first.name) : `${request.grants.length} provider groups`
}

/** Each mail has its own link. The reminder's link does not end the first one. */
export async function queueSignatoryMail(
  context: InTransaction,
  request: RequestFacts,
  signing: Signing,
  reminder = false,
) {
  const token = await createSigningLink(context, signing, reminder)
  const brand = findBrand(request.brand)
  await toSignatory(context, request, signing, {
    kind: reminder ? 'signing.reminder' : 'signing.asked',
    byStranger: !reminder,
    subject: `${reminder ? 'Reminder: please' : 'Please'} sign the portal contract for ${coveredBy(request)}`,
    paragraphs: [
      `${registrantOf(request)} registered for the ${brand.name} provider portal and asks you to sign the network contract for ${coveredBy(request)}; please sign or decline.`,
      'You can read the contract and sign it online in a few minutes. You don’t need an account. You can also sign on paper.',
      `The link works until ${writeDay(signing.expires_at)}. If you don’t know this person, please decline or call us.`,
    ],
    action: { sentence: 'Read and sign the contract:', url: signingUrl(context, request, token) },
  })
}

export const createSigningLink = (context: InTransaction, signing: Signing, keepOlder = false): Promise<string> =>
  createLink(context, {
    purpose: 'SIGNING',
    requestId: signing.request_id,
    signingId: signing.id,
    lifetimeSeconds: Math.floor((signing.expires_at.getTime() - context.now.getTime()) / 1000),
    keepOlder,
  })

const signingUrl = ({ settings }: InTransaction, { brand }: RequestFacts, token: string): string =>
  portalUrl(settings, brand, `${PROVIDER_PATHS.signContract}?signId=${token}`)

export const queueSigningCode = (context: InTransaction, request: RequestFacts, signing: Signing, code: string) =>
  toSignatory(context, request, signing, {
    kind: 'signing.code',
    subject: 'Your code to sign the contract',
    paragraphs: [
      `${code} is your code to sign the contract ${request.reference}; please enter it on the page where you requested it.`,
      `It expires in ${Math.round(context.settings.lifetimes.signingCode / 60)} minutes. We never ask for it by phone.`,
      'If you didn’t request it, don’t share it with anyone, and please call us.',
    ],
  })

/** Mails the signed copy to signatory and registrant, each with their own link. */
export async function queueSignedCopies(
  context: InTransaction,
  request: RequestFacts,
  signing: Signing,
): Promise<string> {
  const token = await createCopyLink(context, signing)
  const copyOf = (copyId: string) => ({
    sentence: 'Download your signed copy:',
    url: portalUrl(context.settings, request.brand, `${PROVIDER_PATHS.signedContract}?copyId=${copyId}`),
  })
  await toSignatory(context, request, signing, {
    kind: 'signing.copy',
    subject: `Your copy of the signed contract (${request.reference})`,
    paragraphs: [
      `You signed the network contract for ${coveredBy(request)} electronically, and you don’t need to do anything else.`,
      'We’ll review it and email you when it takes effect.',
    ],
    action: copyOf(token),
  })
  await toRegistrant(context, request, {
    kind: 'signing.signed',
    subject: `Your contract was signed online (${request.reference})`,
    paragraphs: [
      `${plainName(signing.signer_name)} signed the contract, and you don’t need to do anything.`,
      'We’ll review it and email you when it is validated. You can also download the copy from your request’s status page in the portal.',
    ],
    action: copyOf(await createCopyLink(context, signing)),
  })
  return token
}

const createCopyLink = (context: InTransaction, signing: Signing): Promise<string> =>
  createLink(context, {
    purpose: 'SIGNED_COPY',
    requestId: signing.request_id,
    signingId: signing.id,
    lifetimeSeconds: context.settings.lifetimes.signedCopyLink,
    keepOlder: true,
  })

/** Notifies the signatory that the contract is in effect. The request's own mail notifies the registrant. */
export async function queueValidatedMail(
  context: InTransaction,
  request: RequestFacts,
  signing: Signing,
  isSigned: boolean,
): Promise<void> {
  const copyId = await createCopyLink(context, signing)
  const url = portalUrl(context.settings, request.brand, `${PROVIDER_PATHS.signedContract}?copyId=${copyId}`)
  await toSignatory(context, request, signing, {
    kind: 'signing.validated',
    subject: `The contract you signed is in effect (${request.reference})`,
    paragraphs: [
      `We validated the network contract that you signed for ${coveredBy(request)}, and you don’t need to do anything else.`,
      ...(isSigned ? ['The copy now has our signature too.'] : []),
    ],
    action: { sentence: 'Download your copy:', url },
  })
}

export const queueDeclinedMail = (context: InTransaction, request: RequestFacts, signing: Signing, reason: string) =>
  toRegistrant(context, request, {
    kind: 'signing.declined',
    subject: `Your contract was not signed (${request.reference})`,
    paragraphs: [
      `${plainName(signing.signer_name)} declined to sign the contract; please ask someone else or return it on paper.`,
      `Reason: ${plainText(reason)}`,
      'You can also sign it yourself if you’re authorized to.',
    ],
  })

/** Tells the signatory that their signature is no longer needed. */
export const queueWithdrawnMail = (context: InTransaction, request: RequestFacts, signing: Signing) =>
  toSignatory(context, request, signing, {
    kind: 'signing.withdrawn',
    subject: `Your signature is no longer needed (${request.reference})`,
    paragraphs: [`${registrantOf(request)} no longer needs your signature, and you don’t need to do anything.`],
  })

export const queueExpiredMail = (context: InTransaction, request: RequestFacts, signing: Signing) =>
  toRegistrant(context, request, {
    kind: 'signing.expired',
    subject: `Your contract was not signed in time (${request.reference})`,
    paragraphs: [
      `${plainName(signing.signer_name)} did not sign the contract in time; please ask again, ask someone else, or return it on paper.`,
      'The link to sign it has expired.',
    ],
  })
