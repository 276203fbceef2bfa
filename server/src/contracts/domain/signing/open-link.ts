import { STATUS } from '@portico/core/constants'
import * as text from '@portico/core/contracts/signing-sentences'
import type { InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { type FoundLink, findLink, type Link } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest, type RequestFacts } from '../../../access/access.ts'
import { lockAwaitingRequest } from '../../store/signed-contracts.ts'
import { findSigning, lockSigning, type Signing } from '../../store/signings.ts'

/** An open signing with its link and request. */
export type OpenSigning = { link: Link; signing: Signing; request: RequestFacts }

/** Resolves a mailed link without side effects on the signing. Each step that writes uses `stepOf`. */
export async function openSigningLink(context: Visit, signId: string): Promise<Outcome<OpenSigning>> {
  const { db, now } = context
  const found = await openCountedLink(context, 'SIGNING', signId)
  const signing = found.link?.signingId ? await findSigning(db, found.link.signingId) : undefined
  const request = signing && (await findRequest(db, signing.request_id))
  if (!found.link || !signing || !request) return refuse(STATUS.notAcceptable, text.SIGNING_UNKNOWN, 'link-unknown')
  const refused = refuseOver(signing, request.state, now)
  if (refused) return refused
  if (found.state !== 'open') return refuse(STATUS.pageMessage, text.SIGNING_NEWER, 'link-ended')
  return { entity: { link: found.link, signing, request } }
}

/** Limits how many links one network can open, against token guessing. */
export async function openCountedLink(
  context: Visit,
  purpose: 'SIGNING' | 'SIGNED_COPY',
  token: string,
): Promise<FoundLink> {
  const limit = context.settings.limits.npiLookupsPer5Min
  const isWithin = await hit(context, { key: `link:${networkOf(context.address)}`, limit, windowSeconds: 300 })
  return isWithin ? findLink(context, purpose, token) : { state: 'unknown' }
}

/** The refusal if the signing cannot continue, otherwise undefined. */
function refuseOver(signing: Signing, requestState: string, now: Date) {
  const over = { SIGNED: text.SIGNING_SIGNED, DECLINED: text.SIGNING_DECLINED, CANCELLED: text.SIGNING_CANCELED }
  if (signing.state === 'EXPIRED') return refuse(STATUS.expired, text.SIGNING_EXPIRED, 'link-expired')
  if (signing.state !== 'OPEN')
    return refuse(STATUS.pageMessage, over[signing.state], `signing-${signing.state.toLowerCase()}`)
  if (requestState !== 'PENDING_CONTRACT') return refuse(STATUS.pageMessage, text.SIGNING_OVER, 'signing-over')
  return signing.expires_at <= now ? refuse(STATUS.expired, text.SIGNING_EXPIRED, 'link-expired') : undefined
}

type Step<Entity> = (inside: InTransaction<Visit>, open: OpenSigning) => Promise<Outcome<Entity>>

/** Runs a signatory's step in one transaction: locks the request, then the signing, and checks both again. */
export async function stepOf<Entity>(context: Visit, signId: string, step: Step<Entity>): Promise<Outcome<Entity>> {
  const found = await openSigningLink(context, signId)
  if ('refusal' in found) return found
  const { link, request, signing } = found.entity
  return transact<Visit, Outcome<Entity>>(context, async (inside) => {
    const locked = await lockAwaitingRequest(inside.db, request.reference)
    const current = await lockSigning(inside.db, signing.id)
    if (!locked || !current) return refuse(STATUS.notAcceptable, text.SIGNING_UNKNOWN, 'link-unknown')
    return refuseOver(current, locked.state, inside.now) ?? step(inside, { link, signing: current, request })
  })
}
