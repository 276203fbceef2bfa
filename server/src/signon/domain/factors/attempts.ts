import { STATUS } from '@portico/core/constants'
import { CODE_WRONG, waitToProve } from '@portico/core/factors/sentences'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { transact } from '../../../platform/database/transaction.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { findRecoveryAccountById } from '../../store/accounts.ts'
import { lockFactorFailures, updateFactorFailures, updateFactorOwnerTold } from '../../store/factor-tallies.ts'
import { writeFailedCodesMail } from './mails.ts'

/**
 * What guessing a code costs (behaviour 11.23). Only who gave the right password gets here, so a stranger cannot make
 * anybody wait; each kind of code is counted apart, and passkeys, which nobody guesses, are never held up.
 */
export type CodeKind = 'app' | 'email' | 'recovery' | 'password'

const FIRST_WAIT_S = 2
const LONGEST_WAIT_S = 900
/** Enough failures are remembered to know that the wait is the longest. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_WAIT_S / FIRST_WAIT_S)) + 1

/**
 * One try, counted as failed before the code is looked at and forgotten when it was right: of many at once each sees
 * the ones before it. What has to wait is not looked at and not counted.
 */
export async function tryCode<Entity>(
  context: SignedIn,
  kind: CodeKind,
  check: () => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  const waits = await takeTry(context, kind)
  if (waits > 0) return refuse(STATUS.pageMessage, waitToProve(waits), 'wait')
  const outcome = await check()
  const { accountId } = context.session
  if ('entity' in outcome) await updateFactorFailures(context, { accountId, kind }, [])
  else await recordAudit(context, { action: 'factor.refused', subjectAccountId: accountId, details: { by: kind } })
  return outcome
}

export const wrongCode = (sentence = CODE_WRONG) => refuse(STATUS.notAcceptable, sentence)

/** Takes one try and gives 0, or gives the seconds that the next one has to wait. */
async function takeTry(context: SignedIn, kind: CodeKind): Promise<number> {
  const tally = { accountId: context.session.accountId, kind }
  const { now, settings } = context
  const most = settings.limits.factorFailuresUntilWait
  return transact(context, async (inside) => {
    const failures = await lockFactorFailures(inside, tally)
    const waits = waitAfter(failures, now, most)
    if (waits > 0) return waits
    const kept = [...failures, now].slice(-(most + DOUBLINGS))
    await updateFactorFailures(inside, tally, kept)
    if (kept.length === most && (await updateFactorOwnerTold(inside, tally))) await queueFactorFailuresMail(inside)
    return 0
  })
}

/** Seconds that the next try waits after these failures of the last hour. */
export function waitAfter(failures: Date[], now: Date, most: number): number {
  const last = failures.at(-1)
  const beyond = failures.length - most
  if (!last || beyond < 0) return 0
  const wait = Math.min(FIRST_WAIT_S * 2 ** beyond, LONGEST_WAIT_S)
  return Math.max(0, Math.ceil(wait - (now.getTime() - last.getTime()) / 1000))
}

async function queueFactorFailuresMail(inside: Parameters<typeof queueMail>[0] & SignedIn): Promise<void> {
  const owner = await findRecoveryAccountById(inside.db, inside.session.accountId)
  if (!owner) return
  const mail = writeFailedCodesMail(inside.settings, owner)
  await queueMail(inside, { ...mail, brand: owner.brand, to: owner.email, accountId: owner.id })
}
