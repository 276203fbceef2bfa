import type { BellLine } from '@portico/core/bell/lines'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context } from '#platform/context.ts'
import type { Act, Message, Reader } from '#platform/events/event.ts'
import { plainName, plainText } from '#platform/mail/mail-body.ts'
import type { RequestFacts } from '../../../access/access.ts'
import type { Signing } from '../../store/signings.ts'

export type SigningFacts = { request: RequestFacts; signing: Signing }

/** What the audit trail keeps of an act on a request that awaits a contract. */
export const actOn = (request: RequestFacts, more: Pick<Act, 'actor' | 'details'> = {}): Act => ({
  npi: request.npi,
  subjectAccountId: request.accountId,
  requestId: request.requestId,
  ...more,
})

/** The signatory has no account. */
export const toSignatory = ({ request, signing }: SigningFacts): Reader[] => [
  { email: signing.signer_email, name: plainName(signing.signer_name), brand: request.brand },
]

export const toRegistrant = ({ request }: { request: RequestFacts }): Reader[] => [
  { accountId: request.accountId, email: request.requester.email, name: registrantOf(request), brand: request.brand },
]

export const registrantOf = ({ requester }: RequestFacts): string =>
  plainName(`${requester.firstName} ${requester.lastName}`)

/** For example 'Harbor Pediatrics', '3 provider groups' or 'NPI 1100000011'. */
export function coveredBy(request: RequestFacts): string {
  const [first, ...more] = request.grants
  if (request.regType === 'NPI' || !first) return `NPI ${request.npi ?? ''}`
  return more.length === 0 ? plainText(first.name) : `${request.grants.length} provider groups`
}

/** A suspended person cannot sign in, so mail does not ask for it. */
export function statusAction({ settings }: Context, { brand, requester }: RequestFacts): Message['action'] {
  if (requester.state === 'SUSPENDED') return undefined
  return { sentence: 'See the status of your request:', url: portalUrl(settings, brand, PROVIDER_PATHS.status) }
}

/** The bell's entry of the registrant. */
export const decisionLine = (says: (reference: string) => string): BellLine => ({
  kind: 'DECISIONS',
  says: ({ reference }) => says(reference ?? ''),
  page: () => PROVIDER_PATHS.status,
})
