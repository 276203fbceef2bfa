import { STATUS } from '@portico/core/constants'
import * as sentence from '@portico/core/staff-views/sentences'
import type { AskToUnmaskBody, DecideUnmaskingBody, UnmaskRequest } from '@portico/core/staff-views/shapes'
import { recordAudit } from '#platform/audit/audit.ts'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { SignedIn } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import * as store from '../../store/staff-views.ts'
import type { ActingInside } from '../acting.ts'
import { queueUnmaskedMails } from './view-mails.ts'
import { findOwnOpenView } from './views.ts'

/** A view hides claims and members' data. Another person, who is no support agent, can show them in this one view. */

export async function askToUnmask(context: ActingInside, body: AskToUnmaskBody): Promise<Outcome<true>> {
  const reason = body.reason.trim()
  if (!reason) return refuse(STATUS.pageMessage, sentence.UNMASK_REASON_NEEDED)
  const found = await findOwnOpenView(context, body.viewId)
  if ('refusal' in found) return found
  const { id, publicId, accountId, unmasked, unmaskAskedAt, unmaskDecidedAt } = found.entity
  if (unmasked || (unmaskAskedAt && !unmaskDecidedAt)) return refuse(STATUS.pageMessage, sentence.UNMASK_ASKED)
  await store.updateUnmaskAsked(context, id, reason)
  const details = { view: publicId, reason }
  await recordStaffEvent(context, { event: 'staff.unmasking-waiting' })
  await recordAudit(context, { action: 'account.unmask-asked', subjectAccountId: accountId, details })
  return { entity: true }
}

export async function listUnmaskRequests(context: SignedIn): Promise<UnmaskRequest[]> {
  const views = await store.findViews(context, 'asking')
  const others = views.filter(({ agentId }) => agentId !== context.session.accountId)
  return others.map((view) => ({
    viewId: view.publicId,
    agent: view.agent.trim(),
    name: view.name.trim(),
    userName: view.userName ?? '',
    viewReason: view.reason,
    reason: view.unmaskReason ?? '',
    askedAt: view.unmaskAskedAt?.toISOString() ?? '',
    endsAt: view.endsAt.toISOString(),
  }))
}

/** The call is open to reviewers and administrators only, and an agent who became one cannot decide their own request. */
export async function decideUnmasking(
  context: ActingInside,
  { viewId, approve }: DecideUnmaskingBody,
): Promise<Outcome<true>> {
  await store.lockView(context.db, viewId)
  const [view] = await store.findViews(context, { publicId: viewId })
  if (!view?.isOpen || !view.unmaskAskedAt || view.unmaskDecidedAt)
    return refuse(STATUS.notFound, sentence.VIEW_UNKNOWN)
  if (view.agentId === context.caller.accountId) return refuse(STATUS.pageMessage, sentence.UNMASK_NOT_OWN)
  await store.updateUnmaskDecided(context, view.id, { by: context.caller.accountId, unmasked: approve })
  if (approve) {
    context.metrics.staffViews.inc({ what: 'approved' })
    await queueUnmaskedMails(context, { id: view.accountId, name: view.name.trim() }, view.unmaskReason ?? '')
  }
  await recordAudit(context, {
    action: approve ? 'account.unmasked' : 'account.unmask-declined',
    subjectAccountId: view.accountId,
    details: { view: viewId, reason: view.unmaskReason },
  })
  return { entity: true }
}
