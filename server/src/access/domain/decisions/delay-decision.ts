import { isDeepStrictEqual } from 'node:util'
import type { DelayedDecision } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { attempt } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type DecisionSubject,
  type DelayedAct,
  type DelayedDecisionRow,
  findDelayedCompetingRequest,
  findDelayedDecision,
  findDelayedDecisionsOf,
  findSaaEntities,
  hasDecided,
  insertDelayedDecision,
  updateDelayedDecisionUndone,
  updateRefusedSeen,
} from '../../store/decisions/delayed-decisions.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import type { ActingInside } from '../acting.ts'
import * as sentence from '../sentences.ts'
import { decisionDelayed, decisionUndone } from './events.ts'

/** A decision about a request or about changes, and how long it can be undone (behaviour 15.14). */
export type DelayableDecision = DecisionSubject & {
  act: DelayedAct
  contractId?: string
  reason?: string | undefined
  permissions?: string[] | undefined
  holdSeconds?: number | undefined
}

/** `open` locks what the decision is about and checks the caller. `pending` is the reply while it can be undone. */
type Undoable<Context, Body, Opened, Entity> = {
  open: (context: Context, body: Body) => Promise<Outcome<Opened>>
  describe: (opened: Opened, body: Body) => DelayableDecision & { pending: Entity }
  decide: (context: Context, opened: Opened, body: Body) => Promise<Outcome<Entity & { repeated?: true }>>
}

/** Wraps a decision at the mount: its maker can undo it for the seconds that the call names. */
export const undoable =
  <Around extends InTransaction, Body extends { holdSeconds?: number }, Opened, Entity>({
    open,
    describe,
    decide,
  }: Undoable<Around, Body, Opened, Entity>) =>
  async (context: Around, body: Body): Promise<Outcome<Entity>> => {
    const opened = await open(context, body)
    if ('refusal' in opened) return opened
    const { pending, ...decision } = describe(opened.entity, body)
    const { holdSeconds } = body
    const decided = await decideOrDelay(context, { ...decision, holdSeconds }, () =>
      decide(context, opened.entity, body),
    )
    if ('refusal' in decided) return decided
    return { entity: decided.entity === 'delayed' ? pending : decided.entity }
  }

/**
 * Decides at once, or delays the decision if the caller asked for that. A decision that would be refused is refused at
 * once: it runs under a savepoint first, and is rolled back.
 */
export async function decideOrDelay<Entity extends { repeated?: true }>(
  context: InTransaction,
  decision: DelayableDecision,
  decide: () => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity | 'delayed'>> {
  const { db, actor } = context
  const decidedBy = actor.accountId
  if (decidedBy === null) throw new Error('A delayed decision needs the account that decided')
  const earlier = await findDelayedDecision(db, decision)
  if (earlier) return isSame(earlier, decision, decidedBy) ? { entity: 'delayed' } : refuseDelayed(earlier, decidedBy)
  if (decision.holdSeconds === undefined) return decide()
  const tried = await attempt(db, decide, () => false)
  if ('refusal' in tried || tried.entity.repeated) return tried
  return delayDecision(context, { ...decision, holdSeconds: decision.holdSeconds }, decidedBy)
}

async function delayDecision(
  context: InTransaction,
  decision: DelayableDecision & { holdSeconds: number },
  decidedBy: string,
): Promise<Outcome<'delayed'>> {
  const { db } = context
  const { requestId, changes, act, holdSeconds } = decision
  if (requestId !== undefined && GIVES_ACCESS.has(act)) {
    // The second of two competing decisions finds the first, even if both are delayed at the same time.
    await lockEntities(db, await findSaaEntities(db, requestId))
    const competing = await findDelayedCompetingRequest(db, requestId)
    if (competing)
      return refuse(STATUS.pageMessage, sentence.competingRequestDelayed(competing.name), 'competing-delayed')
  }
  const isDelayed = await insertDelayedDecision(context, {
    subject: changes ? { changes } : { requestId },
    act,
    contractId: decision.contractId ?? null,
    reason: decision.reason ?? null,
    permissions: decision.permissions ?? null,
    decidedBy,
    dueAt: new Date(context.now.getTime() + holdSeconds * 1000),
  })
  if (!isDelayed) return refuse(STATUS.pageMessage, sentence.DELAYED_BY_OTHER, 'delayed')
  const about = changes ? { changeIds: changes.ids } : {}
  await announce(context, decisionDelayed, { requestId, details: { act, holdSeconds, ...about } })
  return { entity: 'delayed' }
}

const GIVES_ACCESS: ReadonlySet<DelayedAct> = new Set(['VALIDATE', 'APPROVE'])

/** The same decision sent again, for example after a timeout. */
const isSame = (delayed: DelayedDecisionRow, decision: DelayableDecision, decidedBy: string): boolean =>
  decision.holdSeconds !== undefined &&
  delayed.decided_by === decidedBy &&
  delayed.act === decision.act &&
  delayed.contract_id === (decision.contractId ?? null) &&
  delayed.reason === (decision.reason ?? null) &&
  isDeepStrictEqual(delayed.permissions, decision.permissions ?? null) &&
  isDeepStrictEqual(delayed.change_ids, decision.changes?.ids ?? null) &&
  isDeepStrictEqual(delayed.seen, decision.changes?.seen ?? null)

const refuseDelayed = ({ decided_by }: DelayedDecisionRow, decidedBy: string) =>
  refuse(STATUS.pageMessage, decided_by === decidedBy ? sentence.DELAYED_ALREADY : sentence.DELAYED_BY_OTHER, 'delayed')

export async function listDelayedDecisions(context: SignedIn): Promise<DelayedDecision[]> {
  const rows = await findDelayedDecisionsOf(context, context.session.accountId)
  return rows.flatMap(({ reference, act, name, state, dueAt, message }) =>
    state === 'UNDONE'
      ? []
      : [{ reference, act, name, state, secondsLeft: secondsUntil(dueAt, context.now), message: message ?? '' }],
  )
}

const secondsUntil = (due: Date, now: Date): number => Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000))

/** Only for the account that decided, and only before the decision is carried out. */
export async function undoDecision(
  context: ActingInside,
  { reference }: { reference: string },
): Promise<Outcome<true>> {
  const whose = { reference, decidedBy: context.caller.accountId }
  const undone = await updateDelayedDecisionUndone(context, whose)
  if (undone) {
    const { request_id: requestId, change_ids } = undone
    const about = change_ids ? { details: { changeIds: change_ids } } : {}
    await announce(context, decisionUndone, { requestId, ...about })
    return { entity: true }
  }
  const isLate = await hasDecided(context.db, whose)
  return isLate ? refuse(STATUS.pageMessage, sentence.TOO_LATE) : refuse(STATUS.notFound, sentence.NOTHING_DELAYED)
}

export async function forgetDecision(
  context: ActingInside,
  { reference }: { reference: string },
): Promise<Outcome<true>> {
  const whose = { reference, decidedBy: context.caller.accountId }
  if (!(await hasDecided(context.db, whose))) return refuse(STATUS.notFound, sentence.NOTHING_DELAYED)
  await updateRefusedSeen(context, whose)
  return { entity: true }
}
