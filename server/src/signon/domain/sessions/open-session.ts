import { randomBytes } from 'node:crypto'
import type { InTransaction, Visit } from '#platform/context.ts'
import type { AccountKind, ProofKind } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { newSessionIds, shortAgent } from '#platform/identity/session.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { insertSignIn } from '../../store/new-sign-ins.ts'
import { describeDevice } from './describe-device.ts'
import { deviceAdded } from './events.ts'
import type { Settled } from './guessing.ts'

export type Browser = {
  userAgent: string | undefined
  deviceId: string | undefined
  /** Sign-ins to applications that began in this browser. */
  pending?: readonly string[]
}

export type CompletedSignIn = {
  account: { id: string; kind: AccountKind }
  browser: Browser
  provedBy: ProofKind
  /** The user chose to trust this browser. */
  trustDevice?: boolean | undefined
  /** Session the browser already had. The sign-in ends it and never reuses its id. */
  formerSessionId?: string | undefined
  /** The successful attempt, to remove from the failure tally. */
  settles?: Settled | undefined
}

export type Opened = { sessionId: string; deviceId: string }

/** Opens a full session in one statement, inside or outside a transaction. */
export async function openSession(visit: Visit, completed: CompletedSignIn): Promise<Opened> {
  const opened = await openSessionIf(visit, completed, null)
  if (!opened) throw new Error('The account of a sign-in no longer exists')
  return opened
}

/** Like `openSession`, but returns undefined and writes nothing if the account's factors have changed. */
export async function openSessionIf(
  visit: Visit,
  completed: CompletedSignIn,
  factorsAsFound: string | null,
): Promise<Opened | undefined> {
  const { account, browser, provedBy, formerSessionId } = completed
  const session = newSessionIds(visit)
  const deviceId = randomBytes(24).toString('base64url')
  const arrived = await insertSignIn(visit, {
    account,
    provedBy,
    userAgent: shortAgent(browser.userAgent),
    session,
    formerSession: formerSessionId ? hashToken(formerSessionId) : null,
    device: { ...newDevice(visit, completed), idHash: hashToken(deviceId) },
    settles: completed.settles ?? null,
    factorsAsFound,
  })
  if (!arrived) return undefined
  // The first sign-in of an account sends no new-device mail.
  if (arrived.wasHere && !arrived.isKnown)
    await announceDevice(visit, { accountId: account.id, device: describeDevice(browser.userAgent ?? null) })
  return { sessionId: session.id, deviceId }
}

/** A device id grants no access. It marks a known browser and whether the second factor is skipped there. */
function newDevice({ now, settings: { lifetimes } }: Visit, { browser, trustDevice }: CompletedSignIn) {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    publicId: randomId(12, 'base64url'),
    former: browser.deviceId ? hashToken(browser.deviceId) : null,
    expiresAt: after(lifetimes.device),
    trustedUntil: trustDevice ? after(lifetimes.trustedDevice) : null,
  }
}

const isInTransaction = (visit: Visit): visit is InTransaction<Visit> => visit.db.isTransaction

/** Opens its own transaction only if a parallel sign-in has rotated the known browser's device id. */
async function announceDevice(visit: Visit, added: { accountId: string; device: string }): Promise<void> {
  if (isInTransaction(visit)) return announce(visit, deviceAdded, added)
  await transact(visit, (inside) => announce(inside, deviceAdded, added))
}
