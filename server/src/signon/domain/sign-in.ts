import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { storedUserName } from '@portico/core/forms/formats'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction, Visit } from '#platform/context.ts'
import type { FactorDue } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hashingLimits } from '#platform/identity/argon2-threads.ts'
import { type EvaluatedFacts, evaluate, findDue } from '#platform/identity/factor-facts.ts'
import { hashPassword, verifyPassword } from '#platform/identity/password.ts'
import { endSession, insertSession } from '#platform/identity/session.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { createFairQueue } from '#platform/limits/fair-queue.ts'
import { networkOf, startOfWindow } from '#platform/limits/limits.ts'
import { isDirectoryOnly } from '#platform/settings/staff-directory.ts'
import { findRecoveryAccountById } from '../store/accounts.ts'
import { type Begun, type FoundAccount, insertTryFindAccount } from '../store/begin-sign-in.ts'
import { lockFactors } from '../store/factor-status.ts'
import { HOUR_MS, updateOwnerNotified } from '../store/sign-in-tallies.ts'
import { beginGrace, findFactorStatus, isGraceCurrent } from './factors/factor-status.ts'
import { passwordsFailed, sessionHalfStarted, sessionRefused } from './sessions/events.ts'
import {
  type Counted,
  countedAs,
  freeAttempts,
  refundAttempt,
  type Settled,
  settle,
  settledBy,
  takeAttempt,
} from './sessions/guessing.ts'
import { type CompletedSignIn, type Opened, openSession, openSessionIf } from './sessions/open-session.ts'
import { factorAddress, resolveTarget } from './sessions/target.ts'

export type SignInAttempt = {
  user: string
  password: string
  captchaRes: string
  target: string
  userAgent: string | undefined
  /** Session the browser already had. The sign-in ends it and never reuses its id. */
  formerSessionId: string | undefined
  /** Device cookie from the browser's last successful sign-in. */
  deviceId: string | undefined
  /** Sign-ins to applications that began in this browser. */
  pending: readonly string[]
}

export type SignInResult = ({ signedIn: true; accountId: string; location: string } & HalfOrWhole) | Refused

/** `seconds` is set if this user name has to wait; `captcha` is true if the next attempt needs one. */
export type Refused = { signedIn: false; reason: 'wrong' | 'captcha' | 'wait'; seconds?: number; captcha: boolean }

/** An unknown user name is checked against this hash, so response times do not reveal it. */
const dummyHash = hashPassword(`nobody ${Math.random()}`)

/** Longer than mailing the owner takes, so response times do not reveal whether the account exists. */
const REPLY_MS = 150

/** Keeps every hashing thread busy while other sign-ins wait for the database. */
const enqueue = createFairQueue(2 * availableParallelism(), hashingLimits)

/** Rejects overload before it uses a database connection. */
export function signIn(visit: Visit, attempt: SignInAttempt): Promise<SignInResult> {
  return enqueue(networkOf(visit.address), () => tryToSignIn({ ...visit, now: visit.clock.now() }, attempt))
}

/** Checks in this order: rate limits, Captcha and wait, the password (also for unknown users), the account. */
async function tryToSignIn(visit: Visit, attempt: SignInAttempt): Promise<SignInResult> {
  const { within, account, own, counted, byName, failures } = await beginTry(visit, attempt)
  if (!within) return refuse(visit, { reason: 'wait', captcha: false })
  const taken = failures === null ? await takeAttempt(visit, counted, attempt.captchaRes) : { failures }
  if ('reason' in taken) return refuse(visit, { ...taken, captcha: true })
  const entered = await checkPassword(visit, attempt.password, { account, counted })
  if (entered) {
    const entering = { account: entered, own, settles: settledBy(visit, counted) }
    return startSession(visit, attempt, entering).catch((error) => refundAndThrow(visit, counted, error))
  }
  if (taken.failures >= visit.settings.limits.signInFailuresUntilWait)
    await queueFailedSignInsMail(visit, account, byName)
  const captcha = taken.failures >= visit.settings.limits.signInFailuresUntilCaptcha
  return { signedIn: false, reason: 'wrong', captcha }
}

/** One round trip before the password check. */
async function beginTry(visit: Visit, { user, deviceId }: SignInAttempt) {
  const { now, settings } = visit
  const { signInsPerMinutePerUser, signInsPerMinutePerAddress } = settings.limits
  const userNameKey = storedUserName(user).toLowerCase()
  const device = deviceId ? hashToken(deviceId) : undefined
  const byName = countedAs(visit, userNameKey, undefined)
  const byDevice = device && countedAs(visit, userNameKey, device)
  const key = `sign-in:${networkOf(visit.address)}` as const
  const since = new Date(now.getTime() - HOUR_MS)
  const begun = await insertTryFindAccount(visit, {
    userNameKey,
    device,
    flood: {
      windowStart: startOfWindow(now, 60),
      address: { key, limit: signInsPerMinutePerAddress },
      user: { key: `${key}:${byName.key.toString('base64url')}`, limit: signInsPerMinutePerUser },
    },
    tally: { byName: byName.key, byDevice: byDevice?.key, since, free: freeAttempts(settings.limits) },
  })
  return { ...begun, byName, counted: begun.own && byDevice ? byDevice : byName }
}

type Checked = { account: FoundAccount | undefined; counted: Counted }

/** Returns the account if the password is right. An attempt that the hashing queue rejects does not count. */
async function checkPassword(
  visit: Visit,
  password: string,
  { account, counted }: Checked,
): Promise<FoundAccount | undefined> {
  const hash = account?.passwordHash ?? (await dummyHash)
  const right = await verifyPassword(password, hash).catch(async (error) => {
    await refundAttempt(visit, counted)
    throw error
  })
  if (!account || !right || account.state !== 'ACTIVE' || isDirectoryOnly(visit.settings, account.kind)) {
    await recordFailure(visit, account)
    return undefined
  }
  return account
}

/** Removes the attempt if the database failed after a correct password. */
function refundAndThrow(visit: Visit, counted: Counted, error: Error): never {
  refundAttempt(visit, counted).catch(() => visit.log.warn('a correct attempt is still counted as failed'))
  throw error
}

function refuse(visit: Visit, refused: Omit<Refused, 'signedIn'>): Refused {
  visit.metrics.signIns.inc({ kind: 'unknown', outcome: 'limited' })
  return { signedIn: false, ...refused }
}

type Entering = { account: FoundAccount; own: Begun['own']; settles: Settled }

/** Opens a session: half-signed if a second factor is due and this browser is not trusted. */
async function startSession(visit: Visit, attempt: SignInAttempt, entering: Entering): Promise<SignInResult> {
  const { id: accountId, kind, hasActiveGrant } = entering.account
  const active = kind !== 'provider' || hasActiveGrant
  const location = resolveTarget(attempt.target, { kind, active, pending: attempt.pending })
  const opened = (await openAtOnce(visit, attempt, entering)) ?? (await openAsDue(visit, attempt, entering))
  if (!opened) return { signedIn: false, reason: 'wrong', captcha: false }
  const isHalf = opened.deviceId === undefined
  visit.metrics.signIns.inc({ kind, outcome: isHalf ? 'half' : 'success' })
  return { signedIn: true, accountId, ...opened, location: isHalf ? factorAddress(kind, location) : location }
}

/**
 * Fast path for a known browser with no factor due: one statement writes everything. The statement rechecks the factor
 * facts, which were read before the password check, and writes nothing if they changed.
 */
async function openAtOnce(visit: Visit, attempt: SignInAttempt, entering: Entering): Promise<Opened | undefined> {
  const { account, own } = entering
  const facts = evaluate(visit.settings, account)
  if (!own || !isGraceCurrent(facts) || findHalfDue(visit, facts, own)) return undefined
  return openSessionIf(visit, arrivalOf(attempt, entering), account.factorsAsFound)
}

/** `deviceId` is undefined for a half-signed session: the browser is not yet known as the owner's. */
type HalfOrWhole = { sessionId: string; deviceId: string | undefined }

/**
 * Slow path: reads the factors again, may queue mail and may start the grace period. Returns undefined if the password
 * changed after it was checked, for example by a report 'This was not me'.
 */
function openAsDue(visit: Visit, attempt: SignInAttempt, entering: Entering): Promise<HalfOrWhole | undefined> {
  return transact(visit, async (inside) => {
    await lockFactors(inside, entering.account.id)
    const factorStatus = await findFactorStatus(inside, entering.account.id)
    if (factorStatus.passwordHash !== entering.account.passwordHash) return undefined
    await beginGrace(inside, factorStatus)
    const due = findHalfDue(visit, factorStatus, entering.own)
    if (!due) return openSession(inside, arrivalOf(attempt, entering))
    return { sessionId: await openHalf(inside, attempt, { ...entering, due }), deviceId: undefined }
  })
}

/** Factor step that keeps the session half-signed. A trusted browser skips the proof. */
function findHalfDue({ now }: Visit, facts: EvaluatedFacts, own: Begun['own']): FactorDue | null {
  const due = findDue(facts, now)
  return due === 'PROVE' && own?.trustedUntil && own.trustedUntil > now ? null : due
}

const arrivalOf = (
  { userAgent, deviceId, formerSessionId }: SignInAttempt,
  { account, settles }: Entering,
): CompletedSignIn => ({ account, browser: { userAgent, deviceId }, provedBy: 'PASSWORD', formerSessionId, settles })

/** A half-signed session gives access only to the factor step (behaviour 11.18). */
async function openHalf(
  inside: InTransaction<Visit>,
  { userAgent, formerSessionId }: SignInAttempt,
  { account: { id, kind }, settles, due }: Entering & { due: FactorDue },
): Promise<string> {
  await settle(inside, settles)
  if (formerSessionId) await endSession(inside, formerSessionId)
  await announce(inside, sessionHalfStarted, { accountId: id, kind })
  return insertSession(inside, { accountId: id, kind, address: inside.address, userAgent, factorDue: due })
}

/** Never records the typed name of an unknown user, because users type passwords into the wrong field. */
async function recordFailure(visit: Visit, account: FoundAccount | undefined): Promise<void> {
  visit.metrics.signIns.inc({ kind: account?.kind ?? 'unknown', outcome: 'failure' })
  const why = !account ? 'unknown-user' : account.state === 'ACTIVE' ? 'wrong-password' : account.state.toLowerCase()
  // One statement, without a transaction: a flood of wrong passwords costs as little as it can.
  await recordAudit(visit, { action: sessionRefused.name, subjectAccountId: account?.id, details: { why } })
}

/** Sends at most one mail per day, regardless of the source of the attempts. */
async function queueFailedSignInsMail(
  visit: Visit,
  account: FoundAccount | undefined,
  { key }: Counted,
): Promise<void> {
  const earliest = wait(REPLY_MS)
  const owner = account && (await findRecoveryAccountById(visit.db, account.id))
  if (owner)
    await transact(visit, async (inside) => {
      if (await updateOwnerNotified(inside, key)) await announce(inside, passwordsFailed, { owner, at: 'signIn' })
    })
  await earliest
}
