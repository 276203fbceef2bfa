import { storedUserName } from '@portico/core/forms/formats'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHitPrepared, networkOf } from '../../platform/limits.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import { legacyEndSession, legacyInsertSession } from '../../platform/session.ts'
import { findSignInAccount, type SignInAccount, updateSignedIn } from '../store/accounts.ts'
import { resolveTarget } from './target.ts'

export type SignInAttempt = {
  user: string
  password: string
  target: string | undefined
  address: string
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
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignInResult> {
  const userNameKey = storedUserName(attempt.user).toLowerCase()
  if (!(await isWithinLimits(deps, userNameKey, attempt.address))) {
    deps.metrics.signIns.inc({ kind: 'unknown', outcome: 'limited' })
    return { signedIn: false, wait: true }
  }
  const account = await findSignInAccount(deps.db, userNameKey)
  const right = await verifyPassword(attempt.password, account?.passwordHash ?? (await hashOfNobody))
  if (!account || !right || account.state !== 'ACTIVE') {
    await recordFailure(deps, attempt, account)
    return { signedIn: false, wait: false }
  }
  return startSession(deps, attempt, account)
}

async function isWithinLimits({ pool, clock, settings }: Deps, userNameKey: string, address: string): Promise<boolean> {
  const { signInsPerMinutePerUser, signInsPerMinutePerAddress } = settings.limits
  const now = clock.now()
  // Both are counted always, so that neither hides behind the other.
  const network = networkOf(address)
  const forAddress = await legacyHitPrepared(pool, `sign-in:${network}`, signInsPerMinutePerAddress, 60, now)
  const forUser = await legacyHitPrepared(pool, `sign-in:${network}:${userNameKey}`, signInsPerMinutePerUser, 60, now)
  return forAddress && forUser
}

async function startSession(deps: Deps, attempt: SignInAttempt, account: SignInAccount): Promise<SignInResult> {
  const now = deps.clock.now()
  const { address, userAgent, formerSessionId } = attempt
  const sessionId = await deps.db.transaction().execute(async (trx) => {
    if (formerSessionId) await legacyEndSession(trx, formerSessionId, now)
    await updateSignedIn(trx, account.id, now)
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: account.kind,
      actorAccountId: account.id,
      action: 'session.started',
      subjectAccountId: account.id,
      address,
    })
    return legacyInsertSession(trx, deps.settings, {
      accountId: account.id,
      kind: account.kind,
      address,
      userAgent,
      now,
    })
  })
  deps.metrics.signIns.inc({ kind: account.kind, outcome: 'success' })
  const active = account.kind !== 'provider' || account.hasActiveGrant
  const location = resolveTarget(attempt.target, { kind: account.kind, active })
  return { signedIn: true, accountId: account.id, sessionId, location }
}

/** Of an unknown user nothing typed is kept: people type passwords into the wrong field. */
async function recordFailure(deps: Deps, attempt: SignInAttempt, account: SignInAccount | undefined): Promise<void> {
  deps.metrics.signIns.inc({ kind: account?.kind ?? 'unknown', outcome: 'failure' })
  const why = !account ? 'unknown-user' : account.state === 'ACTIVE' ? 'wrong-password' : account.state.toLowerCase()
  await legacyRecordAudit(deps.db, {
    at: deps.clock.now(),
    actorKind: 'visitor',
    action: 'session.refused',
    subjectAccountId: account?.id,
    address: attempt.address,
    details: { why },
  })
}
