import { createHmac } from 'node:crypto'
import type { Context, Visit } from '../../platform/context.ts'
import { transact } from '../../platform/database/transaction.ts'
import { olderKey } from '../../platform/keys/secret-key.ts'
import type { Limits } from '../../platform/settings/settings.ts'
import { verifyCaptcha } from '../../registration/registration.ts'
import { deleteFailure, deleteFailures, findFailures, lockFailures, updateFailures } from '../store/sign-in-tallies.ts'

/**
 * What guessing a password costs (behaviour 11.14, 11.15): the failures of a user name are counted over all addresses, known
 * or not, and raise the price of the next try. A browser its owner signed in with is counted apart, so that a stranger
 * can make signing in dear for strangers alone.
 */

/** Whose failures are counted. */
export type Counted = { key: Buffer; ownDevice: boolean }

export function countedAs({ settings }: Context, userNameKey: string, device: Buffer | undefined): Counted {
  const key = createHmac('sha256', olderKey(settings)).update('sign-in|').update(userNameKey)
  if (device) key.update('|').update(device)
  return { key: key.digest(), ownDevice: device !== undefined }
}

const FIRST_WAIT_S = 2
const LONGEST_WAIT_S = 60
/** Enough failures are remembered to know that the wait is the longest. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_WAIT_S / FIRST_WAIT_S)) + 1

export type Price = { captcha: boolean; waitSeconds: number }

/** What the next try costs after these failures of the last hour. */
export function priceAfter(failures: Date[], now: Date, limits: Limits): Price {
  const beyond = failures.length - limits.signInFailuresUntilWait
  const last = failures.at(-1)
  const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_S * 2 ** beyond, LONGEST_WAIT_S)
  // Of two at once the other may be the later one: that alone is nothing to wait for.
  const left = last && wait > 0 ? wait - (now.getTime() - last.getTime()) / 1000 : 0
  return { captcha: failures.length >= limits.signInFailuresUntilCaptcha, waitSeconds: Math.max(0, Math.ceil(left)) }
}

export type Taken = { failures: number } | { why: 'captcha' } | { why: 'wait'; seconds: number }

/**
 * Takes one try that may cost something, which counts as failed until it is given back: of many at once each sees the
 * ones before it. What is refused is not counted, and the Captcha is not looked at while the wait lasts.
 */
export async function takeTry(visit: Visit, { key }: Counted, captchaRes: string): Promise<Taken> {
  const { limits } = visit.settings
  const before = priceAfter(await findFailures(visit, key), visit.now, limits)
  if (before.waitSeconds > 0) return { why: 'wait', seconds: before.waitSeconds }
  const paid = before.captcha && (await verifyCaptcha(visit, captchaRes))
  if (before.captcha && !paid) return { why: 'captcha' }
  return transact(visit, async (inside): Promise<Taken> => {
    const failures = await lockFailures(inside, key)
    const price = priceAfter(failures, visit.now, limits)
    if (price.waitSeconds > 0) return { why: 'wait', seconds: price.waitSeconds }
    if (price.captcha && !paid) return { why: 'captcha' }
    const kept = [...failures, visit.now].slice(-(limits.signInFailuresUntilWait + DOUBLINGS))
    await updateFailures(inside, key, kept)
    return { failures: kept.length }
  })
}

/** The try never came to a check, or the password was right. */
export function giveBack(visit: Visit, { key }: Counted): Promise<void> {
  return deleteFailure(visit, key, visit.now)
}

export type Settled = { key: Buffer; at: Date | null }

/** Signed in. The owner's own slips are forgotten; what strangers tried is not theirs to wipe away. */
export const settledBy = ({ now }: Context, { key, ownDevice }: Counted): Settled => ({
  key,
  at: ownDevice ? null : now,
})

export function settle(context: Context, { key, at }: Settled): Promise<void> {
  return at ? deleteFailure(context, key, at) : deleteFailures(context, key)
}

/** Below this many failures of the last hour a try costs nothing. */
export const freeTries = ({ signInFailuresUntilCaptcha, signInFailuresUntilWait }: Limits): number =>
  Math.min(signInFailuresUntilCaptcha, signInFailuresUntilWait)

/** Whoever operates the portal lets the owner try again at once, from any browser the owner signed in with. */
export async function forgetTries(context: Context, userNameKey: string, devices: Buffer[]): Promise<void> {
  for (const device of [undefined, ...devices])
    await deleteFailures(context, countedAs(context, userNameKey, device).key)
}
