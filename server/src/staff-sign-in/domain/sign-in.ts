import type { StaffRole } from '@portico/core/access/staff-roles'
import { recordAudit } from '#platform/audit/audit.ts'
import { type InTransaction, VISITOR, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { findDue } from '#platform/identity/factor-facts.ts'
import { findLink } from '#platform/identity/links.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { endSession, insertSession } from '#platform/identity/session.ts'
import { updateSessionLimits } from '#platform/identity/session-limits.ts'
import { recordProof } from '#platform/identity/session-proof.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'
import { activateByDirectory, updateStaffRole } from '../../access/access.ts'
import {
  type Browser,
  beginGrace,
  factorAddress,
  findFactorStatus,
  lockFactors,
  type Opened,
  openSession,
  resolveTarget,
  sessionHalfStarted,
  sessionRefused,
} from '../../signon/signon.ts'
import { lockLinked, lockStaff, type StaffAccount } from '../store/staff.ts'
import type { Attempt } from './attempt.ts'
import type { DirectoryIdentity } from './directory.ts'
import { provedByDirectory } from './events.ts'
import { CONFIRMED_PATH } from './paths.ts'

const HOUR_MS = 3_600_000

export type DirectorySignIn = {
  attempt: Attempt
  identity: DirectoryIdentity
  browser: Browser
  formerSessionId: string | undefined
}

/** `opened` is missing after a step-up, which keeps the session. */
export type DirectorySignInResult =
  | { reason: 'not-invited' | 'directory-again' | 'directory-refused' }
  | { accountId: string; location: string; opened?: Pick<Opened, 'sessionId'> & { deviceId?: string } }

/** Signs in the person whom the directory vouches for. Nothing but the invitation links an account to a person. */
export function signInFromDirectory(
  visit: Visit,
  directory: StaffDirectory,
  signIn: DirectorySignIn,
): Promise<DirectorySignInResult> {
  return transact(visit, async (inside) => {
    const account = await findOrLink(inside, signIn)
    if (account?.state !== 'ACTIVE' || account.kind !== 'internal') {
      await announce(inside, sessionRefused, {
        actor: VISITOR,
        subjectAccountId: account?.id,
        details: { why: account ? account.state.toLowerCase() : 'not-invited' },
      })
      visit.metrics.signIns.inc({ kind: 'internal', outcome: 'failure' })
      return { reason: 'not-invited' }
    }
    if (signIn.attempt.stepUp) return proveAgain(inside, account, signIn)
    if (directory.roles) await followGroups(inside, directory.roles, account, signIn.identity.groups)
    return open(inside, directory, account, signIn)
  })
}

/** The issuer and subject decide. An open invitation links a person who has no account yet. */
async function findOrLink(
  inside: InTransaction<Visit>,
  { attempt, identity }: DirectorySignIn,
): Promise<StaffAccount | undefined> {
  const linked = await lockLinked(inside.db, identity)
  if (linked || !attempt.activateId) return linked
  const found = await findLink(inside, 'ACTIVATION', attempt.activateId)
  if (found.state !== 'open' || !found.link.accountId) return undefined
  const invited = await lockStaff(inside.db, found.link.accountId)
  if (invited?.kind !== 'internal' || invited.state !== 'INVITED') return undefined
  const { issuer, subject } = identity
  const activating = { linkId: found.link.id, accountId: invited.id, subject: { issuer, subject } }
  if (!(await activateByDirectory(inside, activating))) return undefined
  return { ...invited, state: 'ACTIVE' }
}

/** The first listed group that the person is in gives the role; without one, the account has no role. */
async function followGroups(
  inside: InTransaction<Visit>,
  { groups: mapping }: NonNullable<StaffDirectory['roles']>,
  { id, staff_role: former }: StaffAccount,
  groups: string[],
): Promise<void> {
  const role: StaffRole | null = mapping.find(([group]) => groups.includes(group))?.[1] ?? null
  if (role === former) return
  const details = { from: former ?? 'none', to: role ?? 'none', by: 'directory' }
  const actor = { kind: 'system', accountId: null } as const
  await narrowAccess(inside, {
    accountIds: [id],
    take: () => updateStaffRole(inside, id, role),
    ends: role === 'ADMINISTRATOR' ? 'NOTHING' : 'TOKENS',
    record: () => recordAudit(inside, { actor, action: 'staff.role-changed', subjectAccountId: id, details }),
    notify: null,
  })
}

async function open(
  inside: InTransaction<Visit>,
  directory: StaffDirectory,
  { id, kind }: StaffAccount,
  { attempt, identity, browser, formerSessionId }: DirectorySignIn,
): Promise<DirectorySignInResult> {
  const { now, address } = inside
  const provedBy = identity.hasSecondFactor ? 'DIRECTORY_MFA' : 'DIRECTORY'
  await lockFactors(inside, id)
  const status = await findFactorStatus(inside, id)
  if (!identity.hasSecondFactor) await beginGrace(inside, status)
  const due = identity.hasSecondFactor ? null : findDue(status, now)
  const location = resolveTarget(attempt.target, { kind, active: true, pending: browser.pending })
  const kept = {
    provedAt: provedAtOf(identity, now),
    sid: identity.sid,
    ...(identity.logsOut ? {} : { endsAt: new Date(now.getTime() + directory.sessionHours * HOUR_MS) }),
  }
  inside.metrics.signIns.inc({ kind, outcome: due ? 'half' : 'success' })
  if (!due) {
    const opened = await openSession(inside, { account: { id, kind }, browser, provedBy, formerSessionId })
    await updateSessionLimits(inside, hashToken(opened.sessionId), kept)
    return { accountId: id, location, opened }
  }
  if (formerSessionId) await endSession(inside, formerSessionId)
  const { userAgent } = browser
  const sessionId = await insertSession(inside, { accountId: id, kind, address, userAgent, provedBy, factorDue: due })
  await updateSessionLimits(inside, hashToken(sessionId), kept)
  await announce(inside, sessionHalfStarted, { accountId: id, kind })
  return { accountId: id, location: factorAddress(kind, location), opened: { sessionId } }
}

/** Old enough to need a step-up if the directory does not say when the person signed in there. */
const provedAtOf = ({ authAt }: DirectoryIdentity, now: Date): Date =>
  authAt ? new Date(Math.min(authAt.getTime(), now.getTime())) : new Date(now.getTime() - HOUR_MS)

/** Renews the proof of the session that asked, if the directory asked the same person again after that. */
async function proveAgain(
  inside: InTransaction<Visit>,
  { id, kind }: StaffAccount,
  { attempt, identity, browser }: DirectorySignIn,
): Promise<DirectorySignInResult> {
  const { session, now } = inside
  if (!session || session.accountId !== id || session.publicId !== attempt.stepUp || session.factorDue)
    return { reason: 'directory-again' }
  // The directory counts whole seconds.
  const askedAt = Math.floor(attempt.beganAt / 1000) * 1000
  const isBefore = session.proof.by.startsWith('DIRECTORY') && Number(identity.authAt) <= session.proof.at.getTime()
  if (!identity.authAt || identity.authAt.getTime() < askedAt || isBefore) return { reason: 'directory-refused' }
  await recordProof(inside, session, identity.hasSecondFactor ? 'DIRECTORY_MFA' : 'DIRECTORY')
  await updateSessionLimits(inside, session.idHash, { provedAt: provedAtOf(identity, now), sid: identity.sid })
  await announce(inside, provedByDirectory, { subjectAccountId: id })
  const { pending } = browser
  const location = attempt.target ? resolveTarget(attempt.target, { kind, active: true, pending }) : CONFIRMED_PATH
  return { accountId: id, location }
}
