import { STATUS } from '@portico/core/constants'
import { CODE_WRONG, waitToProve } from '@portico/core/signon/factors/sentences'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { lockFactorFailures, updateFactorFailures, updateFactorOwnerNotified } from '../../store/factor-tallies.ts'
import { codesFailed, factorRefused } from './events.ts'

/**
 * Code attempts are limited per account and kind (behaviour 11.23). An attempt needs the right password first, so a
 * stranger cannot delay the owner. Passkeys cannot be guessed and have no limit.
 */
export type CodeKind = 'app' | 'email' | 'recovery'

const FIRST_WAIT_S = 2
const LONGEST_WAIT_S = 900
/** Keeps only as many failures as the longest wait needs. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_WAIT_S / FIRST_WAIT_S)) + 1

/**
 * Counts the attempt as failed before the check and removes it on success, so parallel attempts see each other.
 * A refused attempt is neither checked nor counted.
 */
export async function tryCode<Entity>(
  context: SignedIn,
  kind: CodeKind,
  check: () => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  const waits = await takeAttempt(context, kind)
  if (waits > 0) return refuse(STATUS.pageMessage, waitToProve(waits), 'wait')
  const outcome = await check()
  const { accountId } = context.session
  if ('entity' in outcome) await updateFactorFailures(context, { accountId, kind }, [])
  else {
    const act = { subjectAccountId: accountId, details: { by: kind } }
    await transact(context, (inside) => announce(inside, factorRefused, act))
  }
  return outcome
}

export const wrongCode = (sentence = CODE_WRONG) => refuse(STATUS.notAcceptable, sentence)

/** Counts the attempt and returns 0, or returns the seconds left to wait. */
async function takeAttempt(context: SignedIn, kind: CodeKind): Promise<number> {
  const tally = { accountId: context.session.accountId, kind }
  const { now, settings } = context
  const most = settings.limits.factorFailuresUntilWait
  return transact(context, async (inside) => {
    const failures = await lockFactorFailures(inside, tally)
    const waits = waitAfter(failures, now, most)
    if (waits > 0) return waits
    const kept = [...failures, now].slice(-(most + DOUBLINGS))
    await updateFactorFailures(inside, tally, kept)
    if (kept.length === most && (await updateFactorOwnerNotified(inside, tally)))
      await announce(inside, codesFailed, { accountId: tally.accountId })
    return 0
  })
}

/** Seconds until the next attempt, given the failures of the last hour. */
export function waitAfter(failures: Date[], now: Date, most: number): number {
  const last = failures.at(-1)
  const beyond = failures.length - most
  if (!last || beyond < 0) return 0
  const wait = Math.min(FIRST_WAIT_S * 2 ** beyond, LONGEST_WAIT_S)
  return Math.max(0, Math.ceil(wait - (now.getTime() - last.getTime()) / 1000))
}
