import type { EmailLink } from '@portico/core/access/request-shapes'
import {
  EMAIL_ALREADY_CONFIRMED,
  EMAIL_LINK_EXPIRED,
  EMAIL_LINK_UNKNOWN,
  EMAIL_NOT_NEEDED,
} from '@portico/core/access/sentences'
import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { type InTransaction, VISITOR, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink, findLink, type Link, useLink } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { updateEmailConfirmed, updateReceiptEmail } from '../../store/decisions/applicant-emails.ts'
import { findRequest, lockRequest, type RequestFacts } from '../../store/decisions/requests.ts'
import { emailConfirmed } from './events.ts'

/**
 * A person who requests AA or AU proves nothing. The receipt has a link that confirms the address it went to, and the
 * deciders see whether it was used (behaviour 8.21).
 */

/** URL for the receipt of an AA or AU request. Undefined for other requests. */
export async function createEmailLink(context: InTransaction, request: RequestFacts): Promise<string | undefined> {
  const { requestId, accountId, expiresAt, brand, path, requester } = request
  if (path !== 'APPROVAL' || !expiresAt) return undefined
  await updateReceiptEmail(context.db, requestId, requester.email)
  const lifetimeSeconds = Math.floor((expiresAt.getTime() - context.now.getTime()) / 1000)
  const token = await createLink(context, { purpose: 'EMAIL', requestId, accountId, lifetimeSeconds })
  return portalUrl(context.settings, brand, `${PROVIDER_PATHS.confirmEmail}?confirmId=${token}`)
}

type OpenLink = { link: Link; requestId: string; reference: string }

async function openEmailLink(context: Visit, confirmId: string): Promise<Outcome<OpenLink>> {
  const limit = context.settings.limits.npiLookupsPer5Min
  const isWithin = await hit(context, { key: `link:${networkOf(context.address)}`, limit, windowSeconds: 300 })
  const { state, link } = isWithin ? await findLink(context, 'EMAIL', confirmId) : { state: 'unknown' as const }
  const request = link?.requestId ? await findRequest(context.db, link.requestId) : undefined
  if (!link || !request) return refuse(STATUS.notAcceptable, EMAIL_LINK_UNKNOWN, 'link-unknown')
  if (state === 'used') return refuse(STATUS.pageMessage, EMAIL_ALREADY_CONFIRMED, 'link-used')
  if (!request.state.startsWith('PENDING')) return refuse(STATUS.pageMessage, EMAIL_NOT_NEEDED, 'already-decided')
  if (state !== 'open') return refuse(STATUS.expired, EMAIL_LINK_EXPIRED, 'link-expired')
  return { entity: { link, requestId: request.requestId, reference: request.reference } }
}

/** emailByLink: data for the page. Has no side effects, so a mail scanner can open the link. */
export async function describeEmailLink(
  context: Visit,
  { confirmId }: { confirmId: string },
): Promise<Outcome<EmailLink>> {
  const open = await openEmailLink(context, confirmId)
  return 'refusal' in open ? open : { entity: { reference: open.entity.reference } }
}

export async function confirmEmail(context: Visit, { confirmId }: { confirmId: string }): Promise<Outcome<true>> {
  const open = await openEmailLink(context, confirmId)
  if ('refusal' in open) return open
  const { link, requestId } = open.entity
  return transact<Visit, Outcome<true>>(context, async (inside) => {
    const request = await lockRequest(inside.db, requestId)
    if (!request?.state.startsWith('PENDING')) return refuse(STATUS.pageMessage, EMAIL_NOT_NEEDED, 'already-decided')
    if (!(await useLink(inside, link.id))) return refuse(STATUS.pageMessage, EMAIL_ALREADY_CONFIRMED, 'link-used')
    await updateEmailConfirmed(inside, requestId)
    const { npi, accountId: subjectAccountId } = request
    await announce(inside, emailConfirmed, { actor: VISITOR, npi, subjectAccountId, requestId })
    return { entity: true }
  })
}
