import { STATUS } from '@portico/core/constants'
import { type Context, type InTransaction, systemContext } from '#platform/context.ts'
import { attempt, transact } from '#platform/database/transaction.ts'
import type { Deps } from '#platform/deps.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type DelayedAct,
  type DelayedDecisionRow,
  findDueDecisions,
  lockDelayedDecision,
  updateDelayedDecisionEnded,
} from '../../store/decisions/delayed-decisions.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { type Acting, findCaller } from '../acting.ts'
import { NO_LONGER_ALLOWED } from '../sentences.ts'
import { decisionRefused } from './events.ts'

/** Carries out a decision with the decider's current rights, not the rights at decision time. */
export type DecisionContext = InTransaction<Context & { caller: Acting['caller'] }>
export type DecisionHandlers = Record<
  DelayedAct,
  (context: DecisionContext, delayed: DelayedDecisionRow) => Promise<Outcome<unknown>>
>

/**
 * Carries out due decisions. Each decision and the end of its row share one transaction, so a decision runs exactly
 * once, even with several processes or after a crash. A failed decision does not block the others.
 */
export async function carryOutDecisions(deps: Deps, handlers: DecisionHandlers): Promise<number> {
  const context = systemContext(deps)
  let done = 0
  for (const id of await findDueDecisions(context)) {
    try {
      if (await carryOut(context, id, handlers)) done += 1
    } catch (error) {
      deps.log.error({ err: error, decision: id }, 'a delayed decision failed, will be tried again')
    }
  }
  return done
}

const carryOut = (context: Context, id: string, handlers: DecisionHandlers): Promise<boolean> =>
  transact(context, async (inside) => {
    const delayed = await lockDelayedDecision(inside.db, id)
    if (!delayed) return false
    const outcome = await attempt(inside.db, () => carryOutAsDecider(inside, delayed, handlers), isDone)
    const message = 'refusal' in outcome ? outcome.refusal.message : null
    await updateDelayedDecisionEnded(inside, id, { state: message === null ? 'DONE' : 'REFUSED', message })
    if (message !== null)
      await announce(inside, decisionRefused, {
        requestId: delayed.request_id,
        details: { act: delayed.act, message, ...(delayed.change_ids ? { changeIds: delayed.change_ids } : {}) },
      })
    return true
  })

const isDone = (outcome: Outcome<unknown>): boolean => 'entity' in outcome

/** The audit log names the decider and the network address of the original decision. */
async function carryOutAsDecider(
  context: InTransaction,
  delayed: DelayedDecisionRow,
  handlers: DecisionHandlers,
): Promise<Outcome<unknown>> {
  const account = await findAccount(context.db, delayed.decided_by)
  if (account?.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NO_LONGER_ALLOWED)
  const actor = { kind: account.kind, accountId: delayed.decided_by }
  const caller = await findCaller({ db: context.db, session: actor })
  return handlers[delayed.act]({ ...context, actor, address: delayed.address, caller }, delayed)
}
