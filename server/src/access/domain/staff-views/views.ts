import { STATUS } from '@portico/core/constants'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { VIEW_MS } from '@portico/core/staff-views/limits'
import * as sentence from '@portico/core/staff-views/sentences'
import type {
  OpenViewBody,
  PeopleToView,
  PeopleToViewQuery,
  StaffView,
  ViewBody,
  ViewOfMe,
} from '@portico/core/staff-views/shapes'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Context, InTransaction, SignedIn } from '#platform/context.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { hit } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAccounts } from '../../store/people/account-list.ts'
import type { Account } from '../../store/people/accounts.ts'
import * as store from '../../store/staff-views.ts'
import { type Acting, type ActingInside, NOT_ALLOWED } from '../acting.ts'
import { nameOf } from '../mail/mails.ts'
import { queueViewMails } from './view-mails.ts'

/** A support agent opens, ends and lists views of the portal as one provider account sees it (behaviour 23.20). */

export async function findPeopleToView({ db }: SignedIn, asked: PeopleToViewQuery): Promise<PeopleToView> {
  const { rows, ...found } = await findAccounts(db, { ...asked, kind: 'provider', state: 'ACTIVE' })
  const shown = rows.map(({ accountId, name, userName, email, roles }) => ({ accountId, name, userName, email, roles }))
  return { ...found, rows: shown }
}

export async function openView(context: ActingInside, body: OpenViewBody): Promise<Outcome<StaffView>> {
  const { db, caller } = context
  const reason = body.reason.trim()
  if (!reason) return refuse(STATUS.pageMessage, sentence.VIEW_REASON_NEEDED)
  const agent = await store.lockAgent(db, caller.accountId)
  if (agent?.staff_role !== 'SUPPORT') return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const person = await store.lockViewed(db, body.accountId)
  if (person?.kind !== 'provider' || person.state !== 'ACTIVE')
    return refuse(STATUS.notFound, sentence.VIEW_PERSON_UNKNOWN)
  if (!(await isWithinLimit(context))) return refuse(STATUS.pageMessage, sentence.VIEWS_TOO_MANY)
  await store.updateViewsOfAgentEnded(context, caller.accountId)
  return { entity: await insertView(context, person, reason) }
}

const isWithinLimit = (context: ActingInside): Promise<boolean> =>
  hit(context, {
    key: `staff-view:${context.caller.accountId}`,
    limit: context.settings.limits.staffViewsPerDayPerAccount,
    windowSeconds: DAY_S,
  })

async function insertView(context: ActingInside, person: Account, reason: string): Promise<StaffView> {
  const { now, caller, session } = context
  const publicId = randomId(16, 'base64url')
  const endsAt = new Date(now.getTime() + VIEW_MS)
  const view = {
    publicId,
    agentId: caller.accountId,
    sessionHash: session.idHash,
    accountId: person.id,
    reason,
    endsAt,
  }
  await store.insertView(context, view)
  const details = { view: publicId, reason }
  await recordAudit(context, { action: 'account.viewed', subjectAccountId: person.id, details })
  await queueViewMails(context, { id: person.id, name: nameOf(person) }, reason)
  context.metrics.staffViews.inc({ what: 'opened' })
  const [row] = await store.findViews(context, { publicId })
  if (!row) throw new Error('The view that was just inserted is missing')
  return toView(context, row)
}

export async function endView(context: ActingInside, { viewId }: ViewBody): Promise<Outcome<true>> {
  const view = await findOwnOpenView(context, viewId)
  if ('refusal' in view) return view
  await store.updateViewEnded(context, view.entity.id)
  await recordAudit(context, {
    action: 'account.view-ended',
    subjectAccountId: view.entity.accountId,
    details: { view: viewId },
  })
  return { entity: true }
}

/** Another agent's view gets the same answer as an unknown one. */
export async function findOwnOpenView(context: InTransaction<Acting>, viewId: string): Promise<Outcome<store.ViewRow>> {
  await store.lockView(context.db, viewId)
  const [view] = await store.findViews(context, { publicId: viewId })
  const isOwn = view?.isOpen && view.agentId === context.caller.accountId
  return view && isOwn ? { entity: view } : refuse(STATUS.notFound, sentence.VIEW_UNKNOWN)
}

export async function describeView(context: SignedIn, { viewId }: ViewBody): Promise<Outcome<StaffView>> {
  const [view] = await store.findViews(context, { publicId: viewId })
  const isOwn = view?.agentId === context.session.accountId
  return view && isOwn ? { entity: toView(context, view) } : refuse(STATUS.notFound, sentence.VIEW_UNKNOWN)
}

export async function listViews(context: SignedIn): Promise<StaffView[]> {
  const views = await store.findViews(context, { agentId: context.session.accountId })
  return views.map((view) => toView(context, view))
}

export async function listViewsOfMe(context: SignedIn): Promise<ViewOfMe[]> {
  const views = await store.findViews(context, { accountId: context.session.accountId })
  return views.map(({ openedAt, endsAt, reason, unmasked }) => ({
    openedAt: openedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    reason,
    unmasked,
  }))
}

function toView({ now }: Context, view: store.ViewRow): StaffView {
  return {
    viewId: view.publicId,
    name: view.name.trim(),
    userName: view.userName ?? '',
    reason: view.reason,
    openedAt: view.openedAt.toISOString(),
    endsAt: view.endsAt.toISOString(),
    secondsLeft: view.isOpen ? Math.ceil((view.endsAt.getTime() - now.getTime()) / 1000) : 0,
    unmasking: unmaskingOf(view),
  }
}

function unmaskingOf({ unmaskAskedAt, unmaskDecidedAt, unmasked }: store.ViewRow): StaffView['unmasking'] {
  if (unmasked) return 'APPROVED'
  if (!unmaskAskedAt) return 'NONE'
  return unmaskDecidedAt ? 'DECLINED' : 'ASKED'
}
