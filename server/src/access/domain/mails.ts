import { BRANDS, type BrandId, DEFAULT_BRAND } from '@portico/core/brand'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import type { RequestFacts, Trx } from '../../platform/access-ports.ts'
import { type Letter, plainName, plainText, writeLetter } from '../../platform/letter.ts'
import { legacyQueueMail } from '../../platform/mail.ts'
import type { Settings } from '../../platform/settings.ts'

/** Every change of state tells those concerned (behaviour 9.8). */
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
  await legacyQueueMail(trx, {
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
  plainName(`${person.firstName} ${person.lastName}`)

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

export function statusAction(settings: Settings, brand: string) {
  return { sentence: 'See where your request stands:', url: portalUrl(settings, brand, PROVIDER_PATHS.status) }
}

export function loginAction(settings: Settings, brand: string) {
  return { sentence: 'Log in to the portal:', url: portalUrl(settings, brand, PROVIDER_PATHS.login) }
}

export const reasonLine = (reason: string | undefined | null): string[] =>
  reason ? [`Reason: ${plainText(reason)}`] : []
