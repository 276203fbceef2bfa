import * as sentence from '@portico/core/access/successor-sentences'
import type { TakeoverLinkQuery, TakeoverNotice } from '@portico/core/access/successor-shapes'
import { STATUS } from '@portico/core/constants'
import { VISITOR, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink, type Link, useLink } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findScope } from '../../store/people/scopes.ts'
import { findNaming } from '../../store/successors/successors.ts'
import { openNaming, recordNamingAct } from './open-naming.ts'
import { queueStoppedMail } from './successor-mails.ts'
import { leaveToStaff } from './takeover.ts'

const USED = refuse(STATUS.pageMessage, sentence.TAKEOVER_LINK_USED, 'link-used')
const ENDED = refuse(STATUS.pageMessage, sentence.TAKEOVER_LINK_ENDED, 'link-ended')
const UNKNOWN_LINK = refuse(STATUS.notAcceptable, sentence.TAKEOVER_LINK_UNKNOWN, 'link-unknown')

async function openLink(visit: Visit, takeoverId: string): Promise<Outcome<Link & { successorId: string }>> {
  const limit = visit.settings.limits.npiLookupsPer5Min
  const isWithin = await hit(visit, { key: `link:${networkOf(visit.address)}`, limit, windowSeconds: 300 })
  const found = isWithin ? await findLink(visit, 'SUCCESSOR', takeoverId) : undefined
  if (!found?.link?.successorId) return UNKNOWN_LINK
  if (found.state === 'used') return USED
  if (found.state === 'expired') return refuse(STATUS.expired, sentence.TAKEOVER_LINK_EXPIRED, 'link-expired')
  return { entity: { ...found.link, successorId: found.link.successorId } }
}

/** takeoverByLink: data for the page. Has no side effects, so a mail scanner can open the link. */
export async function describeTakeover(visit: Visit, query: TakeoverLinkQuery): Promise<Outcome<TakeoverNotice>> {
  const link = await openLink(visit, query.takeoverId)
  if ('refusal' in link) return link
  const naming = await findNaming(visit.db, link.entity.successorId)
  if (naming?.state === 'STAFF') return USED
  if (naming?.state !== 'WAITING') return ENDED
  const scopeName = (await findScope(visit.db, naming.entity))?.name ?? ''
  return { entity: { scopeName, successor: naming.successorName, dueOn: naming.dueAt?.toISOString() ?? '' } }
}

/** stopTakeover: the provider or the former SAA objects, and plan staff decide. */
export async function stopTakeover(visit: Visit, body: TakeoverLinkQuery): Promise<Outcome<true>> {
  const link = await openLink(visit, body.takeoverId)
  if ('refusal' in link) return link
  return transact<Visit, Outcome<true>>(visit, async (around) => {
    const inside = { ...around, actor: VISITOR }
    const naming = await openNaming(inside, link.entity.successorId)
    if (naming?.state === 'STAFF') return USED
    if (naming?.state !== 'WAITING') return ENDED
    if (!(await useLink(inside, link.entity.id))) return USED
    await recordNamingAct(inside, naming, 'successor.objected')
    await leaveToStaff(inside, naming, 'OBJECTION')
    await queueStoppedMail(inside, naming)
    return { entity: true }
  })
}
