import { isDeepStrictEqual } from 'node:util'
import type { DelayedDecision } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { InTransaction, SignedIn } from '../../../platform/context.ts'
import { attempt } from '../../../platform/database/transaction.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import {
  findHeldDecision,
  findHeldDecisionsOf,
  findHeldRival,
  findSaaEntities,
  type HeldAct,
  type HeldDecisionRow,
  hasDecided,
  insertHeldDecision,
  updateHeldDecisionUndone,
  updateRefusedSeen,
} from '../../store/decisions/delayed-decisions.ts'
import { findRequestIdByReference } from '../../store/decisions/requests.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import type { ActingInside } from '../acting.ts'
import * as sentence from './delayed-sentences.ts'

/** What is decided about a request, and how long it is held back (behaviour 15.14). */
export type Holdable = {
  requestId: string
  act: HeldAct
  contractId?: string
  reason?: string | undefined
  permissions?: string[] | undefined
  holdSeconds?: number | undefined
}

type Settled = { repeated?: true }

/**
 * Carries a decision out at once, or holds it back where that is asked for: 'held'. A decision that would be refused
 * now is refused now: it is tried whole, and nothing of the trial is kept.
 */
export async function decideOrHold<Entity extends Settled>(
  context: InTransaction,
  decision: Holdable,
  settle: () => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity | 'held'>> {
  const { db, actor } = context
  const decidedBy = actor.accountId
  if (decidedBy === null) throw new Error('a decision is held for whoever made it')
  const earlier = await findHeldDecision(db, decision.requestId)
  if (earlier) return isSame(earlier, decision, decidedBy) ? { entity: 'held' } : refuseHeld(earlier, decidedBy)
  if (decision.holdSeconds === undefined) return settle()
  const tried = await attempt(db, settle, () => false)
  if ('refusal' in tried || tried.entity.repeated) return tried
  return hold(context, { ...decision, holdSeconds: decision.holdSeconds }, decidedBy)
}

async function hold(
  context: InTransaction,
  decision: Holdable & { holdSeconds: number },
  decidedBy: string,
): Promise<Outcome<'held'>> {
  const { requestId, act, holdSeconds } = decision
  const rival = GIVES_ACCESS.has(act) ? await findAcceptedRival(context, requestId) : undefined
  if (rival) return refuse(STATUS.pageMessage, sentence.rivalHeld(rival.name), 'rival-held')
  const isHeld = await insertHeldDecision(context, {
    requestId,
    act,
    contractId: decision.contractId ?? null,
    reason: decision.reason ?? null,
    permissions: decision.permissions ?? null,
    decidedBy,
    dueAt: new Date(context.now.getTime() + holdSeconds * 1000),
  })
  if (!isHeld) return refuse(STATUS.pageMessage, sentence.HELD_BY_OTHER, 'held')
  await recordAudit(context, { action: 'decision.held', requestId, details: { act, holdSeconds } })
  return { entity: 'held' }
}

const GIVES_ACCESS: ReadonlySet<HeldAct> = new Set(['VALIDATE', 'APPROVE'])

/** Who was given the same place a moment ago. The place is locked: of two rivals held at once the second finds the first. */
async function findAcceptedRival({ db }: InTransaction, requestId: string) {
  await lockEntities(db, await findSaaEntities(db, requestId))
  return findHeldRival(db, requestId)
}

/** Sent again, as after a time-out. */
const isSame = (held: HeldDecisionRow, decision: Holdable, decidedBy: string): boolean =>
  decision.holdSeconds !== undefined &&
  held.decided_by === decidedBy &&
  held.act === decision.act &&
  held.contract_id === (decision.contractId ?? null) &&
  held.reason === (decision.reason ?? null) &&
  isDeepStrictEqual(held.permissions, decision.permissions ?? null)

const refuseHeld = (held: HeldDecisionRow, decidedBy: string) =>
  refuse(STATUS.pageMessage, held.decided_by === decidedBy ? sentence.HELD_ALREADY : sentence.HELD_BY_OTHER, 'held')

export async function listDelayedDecisions(context: SignedIn): Promise<DelayedDecision[]> {
  const rows = await findHeldDecisionsOf(context, context.session.accountId)
  return rows.flatMap(({ reference, act, name, state, dueAt, message }) =>
    state === 'UNDONE'
      ? []
      : [{ reference, act, name, state, secondsLeft: secondsUntil(dueAt, context.now), message: message ?? '' }],
  )
}

const secondsUntil = (due: Date, now: Date): number => Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000))

/** Only one's own, and only while it is held: of undoing and carrying out at once one comes first. */
export async function undoDecision(
  context: ActingInside,
  { reference }: { reference: string },
): Promise<Outcome<true>> {
  const requestId = await findRequestIdByReference(context.db, reference)
  if (!requestId) return refuse(STATUS.notFound, sentence.NOTHING_HELD)
  const whose = { requestId, decidedBy: context.caller.accountId }
  if (await updateHeldDecisionUndone(context, whose)) {
    await recordAudit(context, { action: 'decision.undone', requestId })
    return { entity: true }
  }
  const isLate = await hasDecided(context.db, whose)
  return isLate ? refuse(STATUS.pageMessage, sentence.TOO_LATE) : refuse(STATUS.notFound, sentence.NOTHING_HELD)
}

export async function forgetDecision(
  context: ActingInside,
  { reference }: { reference: string },
): Promise<Outcome<true>> {
  const requestId = await findRequestIdByReference(context.db, reference)
  if (!requestId) return refuse(STATUS.notFound, sentence.NOTHING_HELD)
  await updateRefusedSeen(context, { requestId, decidedBy: context.caller.accountId })
  return { entity: true }
}
