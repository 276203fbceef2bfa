import { PROVIDER_PATHS } from '@portico/core/constants'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { type MailContent, plainName, plainText, renderMail } from '#platform/mail/mail-body.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import type { RequestFacts } from '../../store/decisions/requests.ts'
import type { Account } from '../../store/people/accounts.ts'

/** Every state change notifies the affected users (behaviour 9.8). */

export type Recipient = {
  accountId?: string | undefined
  email: string
  name: string
  brand: string
  kind?: AccountKind
  /** A suspended person cannot sign in, so mail does not ask for it. */
  isSuspended?: boolean
  byStranger?: boolean
  /** Of an administrator: entities of the grants that make this person a recipient. */
  entities?: string[]
}

type Mail = {
  kind: MailKind
  to: Recipient
  content: MailContent
  requestId?: string | undefined
  dueAt?: Date | undefined
}

export async function queueMailTo(
  context: InTransaction,
  { kind, to, content, requestId, dueAt }: Mail,
): Promise<void> {
  await queueMail(context, {
    kind,
    brand: findBrand(to.brand).id,
    to: to.email,
    subject: content.subject,
    body: renderMail(to.brand, { reader: to.kind, ...content }),
    accountId: to.accountId,
    requestId,
    byStranger: to.byStranger ?? false,
    dueAt,
    cameWith: to.entities,
  })
}

export const fullName = (person: { firstName: string; lastName: string }): string =>
  plainName(`${person.firstName} ${person.lastName}`)

export const nameOf = (account: Account): string =>
  fullName({ firstName: account.first_name, lastName: account.last_name })

export const recipientOf = (account: Account): Recipient => ({
  accountId: account.id,
  email: account.email,
  name: nameOf(account),
  brand: account.brand,
  kind: account.kind,
  isSuspended: account.state === 'SUSPENDED',
})

/** 'Senior Access Administrator (SAA)' */
export const roleName = (role: keyof typeof ROLE_NAMES): string => `${ROLE_NAMES[role]} (${role})`

/** The requested scope in words: 'NPI 1100000011', '3 provider groups', 'Harbor Pediatrics'. */
export function scopeWords(request: RequestFacts): string {
  const [first, ...more] = request.grants
  if (request.regType === 'NPI' || !first) return `NPI ${request.npi ?? first?.scope.id ?? ''}`
  if (more.length === 0) return plainText(first.name)
  return `${request.grants.length} provider groups (${plainText(first.name)} and ${more.length} more)`
}

export function requesterOf(request: RequestFacts, byStranger = false): Recipient {
  const { accountId, brand, requester } = request
  const isSuspended = requester.state === 'SUSPENDED'
  return { accountId, email: requester.email, name: fullName(requester), brand, isSuspended, byStranger }
}

type Action = MailContent['action']

export function statusAction({ settings }: Context, { brand, isSuspended }: Recipient): Action {
  if (isSuspended) return undefined
  return { sentence: 'See the status of your request:', url: portalUrl(settings, brand, PROVIDER_PATHS.status) }
}

export function loginAction({ settings }: Context, { brand, kind = 'provider', isSuspended }: Recipient): Action {
  if (isSuspended) return undefined
  return { sentence: 'Sign in to the portal:', url: portalUrl(settings, brand, AREA_PATHS[areaOfAccount(kind)].login) }
}

export const reasonLine = (reason: string | undefined | null): string[] =>
  reason ? [`Reason: ${plainText(reason)}`] : []
