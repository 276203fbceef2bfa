import { PROVIDER_PATHS } from '@portico/core/constants'
import { writeDay } from '@portico/core/forms/moments'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import { type Context, VISITOR } from '#platform/context.ts'
import { type Act, declareAct, declareEvent, type Message } from '#platform/events/event.ts'
import { plainName, plainText } from '#platform/mail/mail-body.ts'
import {
  actOn,
  coveredBy,
  decisionLine,
  registrantOf,
  type SigningFacts,
  statusAction,
  toRegistrant,
  toSignatory,
} from './readers.ts'

type Asked = SigningFacts & { signId: string }

const askToSign = (please: string, { request, signing, signId }: Asked, { settings }: Context): Message => ({
  subject: `${please} sign the portal contract for ${coveredBy(request)}`,
  paragraphs: [
    `${registrantOf(request)} registered for the ${findBrand(request.brand).name} provider portal and asks you to sign the network contract for ${coveredBy(request)}; please sign or decline.`,
    'You can read the contract and sign it online in a few minutes. You don’t need an account. You can also sign on paper.',
    `The link works until ${writeDay(signing.expires_at)}. If you don’t know this person, please decline or call us.`,
  ],
  action: {
    sentence: 'Read and sign the contract:',
    url: portalUrl(settings, request.brand, `${PROVIDER_PATHS.signContract}?signId=${signId}`),
  },
})

/** Registrants who sign themselves get no mail. */
export const signatureAsked = declareEvent<Asked>({
  name: 'signing.asked',
  audit: 'A person was asked to sign the contract online.',
  about: ({ request, signing }) => actOn(request, { details: { way: signing.way } }),
  to: (facts) =>
    facts.signing.way === 'ASKED' ? toSignatory(facts).map((reader) => ({ ...reader, byStranger: true })) : [],
  mail: (facts, context) => askToSign('Please', facts, context),
})

export const sentAgain = declareAct('signing.sent-again', 'The link to sign was sent again.')

export const reminded = declareAct('signing.reminded', 'The signatory was reminded.')

export const reminderSent = declareEvent<Asked>({
  name: 'signing.reminder',
  about: ({ request }) => actOn(request),
  to: toSignatory,
  mail: (facts, context) => askToSign('Reminder: please', facts, context),
})

export const opened = declareAct('signing.opened', 'The contract was opened to be signed.')

export const consented = declareAct(
  'signing.code-sent',
  'The signatory agreed to sign electronically, and a code was sent.',
)

export const codeSent = declareEvent<SigningFacts & { code: string }>({
  name: 'signing.code',
  about: ({ request }) => actOn(request),
  to: toSignatory,
  mail: ({ request, code }, { settings }) => ({
    subject: 'Your code to sign the contract',
    paragraphs: [
      `${code} is your code to sign the contract ${request.reference}; please enter it on the page where you requested it.`,
      `It expires in ${Math.round(settings.lifetimes.signingCode / 60)} minutes. We never ask for it by phone.`,
      'If you didn’t request it, don’t share it with anyone, and please call us.',
    ],
  }),
})

export const codeRefused = declareAct('signing.code-refused', 'A wrong code was entered before signing.')

export const codePassed = declareAct(
  'signing.code-passed',
  'The signatory’s email address was confirmed with the code.',
)

type Copied = SigningFacts & { copyId: string }

const copyAction = (sentence: string, { request, copyId }: Copied, { settings }: Context): Message['action'] => ({
  sentence,
  url: portalUrl(settings, request.brand, `${PROVIDER_PATHS.signedContract}?copyId=${copyId}`),
})

export const copySent = declareEvent<Copied>({
  name: 'signing.copy',
  about: ({ request }) => actOn(request),
  to: toSignatory,
  mail: (facts, context) => ({
    subject: `Your copy of the signed contract (${facts.request.reference})`,
    paragraphs: [
      `You signed the network contract for ${coveredBy(facts.request)} electronically, and you don’t need to do anything else.`,
      'We’ll review it and email you when it takes effect.',
    ],
    action: copyAction('Download your signed copy:', facts, context),
  }),
})

/** Notifies the registrant. */
export const signed = declareEvent<Copied & Pick<Act, 'details'>>({
  name: 'signing.signed',
  audit: 'The contract was signed online.',
  about: ({ request, details }) => actOn(request, { actor: VISITOR, details }),
  to: toRegistrant,
  mail: (facts, context) => ({
    subject: `Your contract was signed online (${facts.request.reference})`,
    paragraphs: [
      `${plainName(facts.signing.signer_name)} signed the contract, and you don’t need to do anything.`,
      'We’ll review it and email you when it is validated. You can also download the copy from your request’s status page in the portal.',
    ],
    action: copyAction('Download your signed copy:', facts, context),
  }),
})

/** Notifies the signatory that the contract is in effect. The request's own mail notifies the registrant. */
export const signedContractValidated = declareEvent<Copied & { isCountersigned: boolean }>({
  name: 'signing.validated',
  about: ({ request }) => actOn(request),
  to: toSignatory,
  mail: (facts, context) => ({
    subject: `The contract you signed is in effect (${facts.request.reference})`,
    paragraphs: [
      `We validated the network contract that you signed for ${coveredBy(facts.request)}, and you don’t need to do anything else.`,
      ...(facts.isCountersigned ? ['The copy now has our signature too.'] : []),
    ],
    action: copyAction('Download your copy:', facts, context),
  }),
})

export const leftToStaff = declareAct(
  'signing.left-to-staff',
  'The contract could not be validated automatically. Plan staff decide.',
)

export const declined = declareEvent<SigningFacts & { reason: string }>({
  name: 'signing.declined',
  audit: 'The signatory declined to sign.',
  about: ({ request, reason }) => actOn(request, { actor: VISITOR, details: { reason } }),
  bell: decisionLine((reference) => `Your contract for ${reference} was not signed: the signer declined.`),
  to: toRegistrant,
  mail: ({ request, signing, reason }, context) => ({
    subject: `Your contract was not signed (${request.reference})`,
    paragraphs: [
      `${plainName(signing.signer_name)} declined to sign the contract; please ask someone else or return it on paper.`,
      `Reason: ${plainText(reason)}`,
      'You can also sign it yourself if you’re authorized to.',
    ],
    action: statusAction(context, request),
  }),
})

export const cancelled = declareAct('signing.cancelled', 'The request to sign was canceled.')

/** Notifies a signatory who was asked by mail that the signature is no longer needed. */
export const withdrawn = declareEvent<SigningFacts>({
  name: 'signing.withdrawn',
  about: ({ request }) => actOn(request),
  to: toSignatory,
  mail: ({ request }) => ({
    subject: `Your signature is no longer needed (${request.reference})`,
    paragraphs: [`${registrantOf(request)} no longer needs your signature, and you don’t need to do anything.`],
  }),
})

/** Registrants who wanted to sign themselves get no mail. */
export const expired = declareEvent<SigningFacts>({
  name: 'signing.expired',
  audit: 'No one signed in time.',
  about: ({ request }) => actOn(request),
  bell: decisionLine((reference) => `Your contract for ${reference} was not signed in time.`),
  to: (facts) => (facts.signing.way === 'ASKED' ? toRegistrant(facts) : []),
  mail: ({ request, signing }, context) => ({
    subject: `Your contract was not signed in time (${request.reference})`,
    paragraphs: [
      `${plainName(signing.signer_name)} did not sign the contract in time; please ask again, ask someone else, or return it on paper.`,
      'The link to sign it has expired.',
    ],
    action: statusAction(context, request),
  }),
})
