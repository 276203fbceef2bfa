import { createHmac } from 'node:crypto'
import type { Context, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { olderKey } from '#platform/keys/secret-key.ts'
import type { Limits } from '#platform/settings/numbers.ts'
import { verifyCaptcha } from '../../../registration/registration.ts'
import {
  deleteFailure,
  deleteFailures,
  findFailures,
  lockFailures,
  updateFailures,
} from '../../store/sign-in-tallies.ts'

/**
 * Limits password guessing (behaviour 11.14, 11.15). Failures count per user name over all networks, for unknown names
 * too, and lead to a Captcha and then a wait. The owner's known browsers count separately, so strangers cannot delay
 * the owner.
 */

/** Tally key of a user name, or of a user name in one of its owner's browsers. */
export type Counted = { key: Buffer; ownDevice: boolean }

export function countedAs({ settings }: Context, userNameKey: string, device: Buffer | undefined): Counted {
  const key = createHmac('sha256', olderKey(settings)).update('sign-in|').update(userNameKey)
  if (device) key.update('|').update(device)
  return { key: key.digest(), ownDevice: device !== undefined }
}

/** Tally key of a user name in all of its owner's sessions. Independent of the device, whose id changes. */
export const countedInSession = (context: Context, userNameKey: string): Counted =>
  countedAs(context, userNameKey, Buffer.from('session'))

const FIRST_WAIT_S = 2
const LONGEST_WAIT_S = 60
/** More than the longest wait of the login page or of a session needs. */
const DOUBLINGS = 10

/** Keeps only as many failures as the longest wait needs. */
export const keepRecent = (failures: Date[], untilWait: number): Date[] => failures.slice(-(untilWait + DOUBLINGS))

export type Penalty = { captcha: boolean; waitSeconds: number }

/** Captcha and wait for the next attempt, given the failures of the last hour. */
export function penaltyAfter(failures: Date[], now: Date, limits: Limits): Penalty {
  const beyond = failures.length - limits.signInFailuresUntilWait
  const last = failures.at(-1)
  const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_S * 2 ** beyond, LONGEST_WAIT_S)
  // A parallel attempt may be later than `now`; without a due wait it adds none.
  const left = last && wait > 0 ? wait - (now.getTime() - last.getTime()) / 1000 : 0
  return { captcha: failures.length >= limits.signInFailuresUntilCaptcha, waitSeconds: Math.max(0, Math.ceil(left)) }
}

export type AttemptResult = { failures: number } | { reason: 'captcha' } | { reason: 'wait'; seconds: number }

/**
 * Counts the attempt as failed until `refundAttempt` or `settle` removes it, so parallel attempts see each other. A refused
 * attempt does not count, and the Captcha is not verified during a wait.
 */
export async function takeAttempt(visit: Visit, { key }: Counted, captchaRes: string): Promise<AttemptResult> {
  const { limits } = visit.settings
  const before = penaltyAfter(await findFailures(visit, key), visit.now, limits)
  if (before.waitSeconds > 0) return { reason: 'wait', seconds: before.waitSeconds }
  const isCaptchaSolved = before.captcha && (await verifyCaptcha(visit, captchaRes))
  if (before.captcha && !isCaptchaSolved) return { reason: 'captcha' }
  return transact(visit, async (inside): Promise<AttemptResult> => {
    const failures = await lockFailures(inside, key)
    const penalty = penaltyAfter(failures, visit.now, limits)
    if (penalty.waitSeconds > 0) return { reason: 'wait', seconds: penalty.waitSeconds }
    if (penalty.captcha && !isCaptchaSolved) return { reason: 'captcha' }
    const kept = keepRecent([...failures, visit.now], limits.signInFailuresUntilWait)
    await updateFailures(inside, key, kept)
    return { failures: kept.length }
  })
}

/** Removes the attempt if no check took place or the password was right. */
export function refundAttempt(visit: Visit, { key }: Counted): Promise<void> {
  return deleteFailure(visit, key, visit.now)
}

export type Settled = { key: Buffer; at: Date | null }

/** A sign-in clears all failures of a known browser. In a new browser it removes only its own attempt. */
export const settledBy = ({ now }: Context, { key, ownDevice }: Counted): Settled => ({
  key,
  at: ownDevice ? null : now,
})

export function settle(context: Context, { key, at }: Settled): Promise<void> {
  return at ? deleteFailure(context, key, at) : deleteFailures(context, key)
}

/** Number of failures per hour that need neither Captcha nor wait. */
export const freeAttempts = ({ signInFailuresUntilCaptcha, signInFailuresUntilWait }: Limits): number =>
  Math.min(signInFailuresUntilCaptcha, signInFailuresUntilWait)

/** Operator command: clears the failures of the user name and of the owner's sessions and browsers. */
export async function resetAttempts(context: Context, userNameKey: string, devices: Buffer[]): Promise<void> {
  for (const device of [undefined, ...devices])
    await deleteFailures(context, countedAs(context, userNameKey, device).key)
  await deleteFailures(context, countedInSession(context, userNameKey).key)
}
