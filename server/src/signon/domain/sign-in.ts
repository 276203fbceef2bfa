import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { storedUserName } from '@portico/core/forms/formats'
import { hashingBounds } from '../../platform/argon2-threads.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Visit } from '../../platform/context.ts'
import { createFairTurns } from '../../platform/fair-turns.ts'
import { hashToken } from '../../platform/hash-token.ts'
import { hitPrepared, networkOf } from '../../platform/limits.ts'
import { queueMail } from '../../platform/mail.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import type { FactorDue } from '../../platform/schema.ts'
import { endSession, insertSession } from '../../platform/session.ts'
import { transact } from '../../platform/transaction.ts'
import { findRecoveryAccountById, findSignInAccount, type SignInAccount } from '../store/accounts.ts'
import { type Device, findDevice } from '../store/devices.ts'
import { updateOwnerTold } from '../store/sign-in-tallies.ts'
import { beginGrace, findDue, findStanding } from './factors/standing.ts'
import { type Counted, countedAs, giveBack, settle, takeTry } from './guessing.ts'
import { writeFailedSignInsMail } from './mails.ts'
import { openSession } from './open-session.ts'
import { factorAddress, resolveTarget } from './target.ts'

export type SignInAttempt = {
  user: string
  password: string
  captchaRes: string
  target: string
  userAgent: string | undefined
  /** The session the browser came with: it ends, its id is never used again. */
  formerSessionId: string | undefined
  /** What the browser keeps from its last successful sign-in. */
  deviceId: string | undefined
}

export type SignInResult =
  // A half-signed browser is not known as the owner's yet.
  { signedIn: true; accountId: string; sessionId: string; deviceId: string | undefined; location: string } | Refused

/** `seconds` where the wait is for this user name; `captcha` where the next try needs one. */
export type Refused = { signedIn: false; why: 'wrong' | 'captcha' | 'wait'; seconds?: number; captcha: boolean }

/** A user name that does not exist costs a password check as any other, against this hash. */
const hashOfNobody = hashPassword(`nobody ${Math.random()}`)

/** Longer than telling the owner takes, so that the time of a reply does not tell whether there is one. */
const REPLY_MS = 150

/** Enough to keep every hashing thread at work while others ask the database. */
const inTurn = createFairTurns(2 * availableParallelism(), hashingBounds)

/** A rush is refused before it asks the database anything, whose connections are everybody's. */
export function signIn(visit: Visit, attempt: SignInAttempt): Promise<SignInResult> {
  return inTurn(networkOf(visit.address), () => tryToSignIn({ ...visit, now: visit.clock.now() }, attempt))
}

/** Checks in the order written: limits, what guessing costs, the password whoever it is, the account; a new session. */
async function tryToSignIn(visit: Visit, attempt: SignInAttempt): Promise<SignInResult> {
  const userNameKey = storedUserName(attempt.user).toLowerCase()
  const byName = countedAs(visit, userNameKey, undefined)
  if (!(await isWithinLimits(visit, byName))) return refuse(visit, { why: 'wait', captcha: false })
  const account = await findSignInAccount(visit.db, userNameKey)
  const device = attempt.deviceId && account ? hashToken(attempt.deviceId) : undefined
  const own = device && account && (await findDevice(visit, device, account.id))
  const counted = own ? countedAs(visit, userNameKey, device) : byName
  const taken = await takeTry(visit, counted, attempt.captchaRes)
  if ('why' in taken) return refuse(visit, { ...taken, captcha: true })
  const entered = await checkPassword(visit, attempt.password, { account, counted })
  if (entered) return startSession(visit, attempt, { account: entered, own })
  if (taken.failures >= visit.settings.limits.signInFailuresUntilWait) await tellOwner(visit, account, byName)
  const captcha = taken.failures >= visit.settings.limits.signInFailuresUntilCaptcha
  return { signedIn: false, why: 'wrong', captcha }
}

type Checked = { account: SignInAccount | undefined; counted: Counted }

/** The account that got in. A check that could not be made, because too many wait for one, was no try. */
async function checkPassword(
  visit: Visit,
  password: string,
  { account, counted }: Checked,
): Promise<SignInAccount | undefined> {
  const hash = account?.passwordHash ?? (await hashOfNobody)
  const right = await verifyPassword(password, hash).catch(async (error) => {
    await giveBack(visit, counted)
    throw error
  })
  if (!account || !right || account.state !== 'ACTIVE') {
    await recordFailure(visit, account)
    return undefined
  }
  await settle(visit, counted)
  return account
}

function refuse(visit: Visit, refused: Omit<Refused, 'signedIn'>): Refused {
  visit.metrics.signIns.inc({ kind: 'unknown', outcome: 'limited' })
  return { signedIn: false, ...refused }
}

async function isWithinLimits(visit: Visit, byName: Counted): Promise<boolean> {
  const { signInsPerMinutePerUser, signInsPerMinutePerAddress } = visit.settings.limits
  const key = `sign-in:${networkOf(visit.address)}`
  // Both are counted always, so that neither hides behind the other.
  const forAddress = await hitPrepared(visit, { key, limit: signInsPerMinutePerAddress, windowSeconds: 60 })
  const ofUser = { key: `${key}:${byName.key.toString('base64url')}`, limit: signInsPerMinutePerUser }
  const forUser = await hitPrepared(visit, { ...ofUser, windowSeconds: 60 })
  return forAddress && forUser
}

type Entering = { account: SignInAccount; own: Device | undefined }

/** The password was right: a session, half signed where a second factor is due and this browser is not trusted. */
async function startSession(visit: Visit, attempt: SignInAttempt, { account, own }: Entering): Promise<SignInResult> {
  const { id: accountId, kind } = account
  const { userAgent, deviceId, formerSessionId } = attempt
  const active = kind !== 'provider' || account.hasActiveGrant
  const location = resolveTarget(attempt.target, { kind, active })
  const opened = await visit.db.transaction().execute(async (db) => {
    const inside = { ...visit, db }
    if (formerSessionId) await endSession(inside, formerSessionId)
    const standing = await findStanding(inside, accountId)
    await beginGrace(inside, standing)
    const due = findDue(standing, visit.now)
    const isTrusted = due === 'PROVE' && own?.trustedUntil && own.trustedUntil > visit.now
    if (due && !isTrusted)
      return { sessionId: await openHalf(inside, { account, userAgent, due }), deviceId: undefined }
    return openSession(inside, { account, browser: { userAgent, deviceId }, provedBy: 'PASSWORD' })
  })
  const isHalf = opened.deviceId === undefined
  visit.metrics.signIns.inc({ kind, outcome: isHalf ? 'half' : 'success' })
  return { signedIn: true, accountId, ...opened, location: isHalf ? factorAddress(kind, location) : location }
}

type Half = { account: SignInAccount; userAgent: string | undefined; due: FactorDue }

/** Opens nothing but the way to the second factor (behaviour 11.18). */
async function openHalf(inside: Visit, { account: { id, kind }, userAgent, due }: Half): Promise<string> {
  const actor = { kind, accountId: id }
  await recordAudit(inside, { actor, action: 'session.half-started', subjectAccountId: id })
  return insertSession(inside, { accountId: id, kind, address: inside.address, userAgent, factorDue: due })
}

/** Of an unknown user nothing typed is kept: people type passwords into the wrong field. */
async function recordFailure(visit: Visit, account: SignInAccount | undefined): Promise<void> {
  visit.metrics.signIns.inc({ kind: account?.kind ?? 'unknown', outcome: 'failure' })
  const why = !account ? 'unknown-user' : account.state === 'ACTIVE' ? 'wrong-password' : account.state.toLowerCase()
  await recordAudit(visit, { action: 'session.refused', subjectAccountId: account?.id, details: { why } })
}

/** At most once a day, wherever the tries came from. */
async function tellOwner(visit: Visit, account: SignInAccount | undefined, { key }: Counted): Promise<void> {
  const earliest = wait(REPLY_MS)
  const owner = account && (await findRecoveryAccountById(visit.db, account.id))
  if (owner)
    await transact(visit, async (inside) => {
      if (await updateOwnerTold(inside, key)) {
        const mail = writeFailedSignInsMail(visit.settings, owner)
        await queueMail(inside, { ...mail, brand: owner.brand, to: owner.email, accountId: owner.id })
      }
      return { entity: true }
    })
  await earliest
}
