import { countInWords } from '@portico/core/forms/small-numbers'
import { type Act, declareAct, declareEvent } from '#platform/events/event.ts'
import { plainText } from '#platform/mail/mail-body.ts'
import type { RequestFacts } from '../../access/access.ts'
import { decisionLine, statusAction, toRegistrant } from './signing/readers.ts'

/** By upload, mail or fax. */
export const contractReceived = declareEvent<{ request: RequestFacts } & Pick<Act, 'details'>>({
  name: 'contract.received',
  audit: 'A signed contract was received.',
  about: ({ request: { npi, accountId, requestId }, details }) => ({
    npi,
    subjectAccountId: accountId,
    requestId,
    details,
  }),
  bell: decisionLine((reference) => `We received your signed contract for ${reference}.`),
  to: toRegistrant,
  mail: ({ request }, context) => ({
    subject: `We received your signed contract (${request.reference})`,
    paragraphs: [
      'We received your signed contract form, and you don’t need to do anything now.',
      `We’ll review it within ${countInWords(context.settings.reviewPromiseDays, 'business day')} and email you when it is validated.`,
    ],
    action: statusAction(context, request),
  }),
})

/** Staff could not validate it. The requester can return another one. */
export const contractReturned = declareEvent<{ request: RequestFacts; contractId: string; reason: string }>({
  name: 'contract.returned',
  audit: 'The signed contract was returned.',
  about: ({ request: { accountId, requestId }, ...details }) => ({ subjectAccountId: accountId, requestId, details }),
  bell: decisionLine((reference) => `Your signed contract for ${reference} needs a correction.`),
  to: toRegistrant,
  mail: ({ request, reason }, context) => ({
    subject: `Your signed contract needs a correction (${request.reference})`,
    paragraphs: [
      'We could not validate your signed contract form; please correct it, sign it, and return it again.',
      `Reason: ${plainText(reason)}`,
    ],
    action: statusAction(context, request),
  }),
})

export const contractValidated = declareAct('contract.validated', 'The signed contract was validated.')
