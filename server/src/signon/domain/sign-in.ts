import { storedUserName } from '@portico/core/forms/formats'
import { recordAudit } from '../../platform/audit.ts'
import type { Visit } from '../../platform/context.ts'
import { hitPrepared, networkOf } from '../../platform/limits.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import { endSession, insertSession } from '../../platform/session.ts'
import { findSignInAccount, type SignInAccount, updateSignedIn } from '../store/accounts.ts'
import { resolveTarget } from './target.ts'

export type SignInAttempt = {
  user: string
  password: string
  target: string
  userAgent: string | undefined
  /** The session the browser came with: it ends, its id is never used again. */
  formerSessionId: string | undefined
}

export type SignInResult =
  | { signedIn: true; accountId: string; sessionId: string; location: string }
  | { signedIn: false; wait: boolean }

/** A user name that does not exist costs a password check as any other, against this hash. */
const hashOfNobody = hashPassword(`nobody ${Math.random()}`)

/** Checks in the order written: limits, then the password whoever it is, then the account, then a new session. */
export async function signIn(visit: Visit, attempt: SignInAttempt): Promise<SignInResult> {
  const userNameKey = storedUserName(attempt.user).toLowerCase()
  if (!(await isWithinLimits(visit, userNameKey))) {
    visit.metrics.signIns.inc({ kind: 'unknown', outcome: 'limited' })
    return { signedIn: false, wait: true }
  }
  const account = await findSignInAccount(visit.db, userNameKey)
  const right = await verifyPassword(attempt.password, account?.passwordHash ?? (await hashOfNobody))
  if (!account || !right || account.state !== 'ACTIVE') {
    await recordFailure(visit, account)
    return { signedIn: false, wait: false }
  }
  return startSession(visit, attempt, account)
}

async function isWithinLimits(visit: Visit, userNameKey: string): Promise<boolean> {
  const { signInsPerMinutePerUser, signInsPerMinutePerAddress } = visit.settings.limits
  const key = `sign-in:${networkOf(visit.address)}`
  // Both are counted always, so that neither hides behind the other.
  const forAddress = await hitPrepared(visit, { key, limit: signInsPerMinutePerAddress, windowSeconds: 60 })
  const ofUser = { key: `${key}:${userNameKey}`, limit: signInsPerMinutePerUser, windowSeconds: 60 }
  const forUser = await hitPrepared(visit, ofUser)
  return forAddress && forUser
}

async function startSession(visit: Visit, attempt: SignInAttempt, account: SignInAccount): Promise<SignInResult> {
  const { id: accountId, kind } = account
  const { userAgent, formerSessionId } = attempt
  const sessionId = await visit.db.transaction().execute(async (db) => {
    const inside = { ...visit, db }
    if (formerSessionId) await endSession(inside, formerSessionId)
    await updateSignedIn(inside, accountId)
    const actor = { kind, accountId }
    await recordAudit(inside, { actor, action: 'session.started', subjectAccountId: accountId })
    return insertSession(inside, { accountId, kind, address: visit.address, userAgent })
  })
  visit.metrics.signIns.inc({ kind, outcome: 'success' })
  const active = kind !== 'provider' || account.hasActiveGrant
  return { signedIn: true, accountId, sessionId, location: resolveTarget(attempt.target, { kind, active }) }
}

/** Of an unknown user nothing typed is kept: people type passwords into the wrong field. */
async function recordFailure(visit: Visit, account: SignInAccount | undefined): Promise<void> {
  visit.metrics.signIns.inc({ kind: account?.kind ?? 'unknown', outcome: 'failure' })
  const why = !account ? 'unknown-user' : account.state === 'ACTIVE' ? 'wrong-password' : account.state.toLowerCase()
  await recordAudit(visit, { action: 'session.refused', subjectAccountId: account?.id, details: { why } })
}
