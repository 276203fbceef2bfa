import { randomBytes } from 'node:crypto'
import type { InTransaction, Visit } from '../../platform/context.ts'
import type { AccountKind, ProofKind } from '../../platform/database/schema.ts'
import { transact } from '../../platform/database/transaction.ts'
import { newSessionIds, shortAgent } from '../../platform/identity/session.ts'
import { hashToken } from '../../platform/keys/hash-token.ts'
import { randomId } from '../../platform/keys/random-ids.ts'
import { insertArrival } from '../store/new-sign-ins.ts'
import { queueNewDeviceMail } from './factors/notices/notices.ts'
import type { Settled } from './guessing.ts'

/** What a browser brings to a sign-in. */
export type Browser = { userAgent: string | undefined; deviceId: string | undefined }

export type Arrival = {
  account: { id: string; kind: AccountKind }
  browser: Browser
  provedBy: ProofKind
  /** The person called this browser theirs. */
  trustDevice?: boolean | undefined
  /** The session the browser came with: it ends, its id is never used again. */
  formerSessionId?: string | undefined
  /** The try that was taken, and was right. */
  settles?: Settled | undefined
}

export type Opened = { sessionId: string; deviceId: string }

/** Somebody is signed in for good: nothing is due any more. One statement, in a transaction or by itself. */
export async function openSession(visit: Visit, arrival: Arrival): Promise<Opened> {
  const opened = await openSessionIf(visit, arrival, null)
  if (!opened) throw new Error('The account of a sign-in is gone')
  return opened
}

/** The same where the account's factors are still those that were found; otherwise undefined, and nothing happened. */
export async function openSessionIf(
  visit: Visit,
  arrival: Arrival,
  factorsAsFound: string | null,
): Promise<Opened | undefined> {
  const { account, browser, provedBy, formerSessionId } = arrival
  const session = newSessionIds(visit)
  const deviceId = randomBytes(24).toString('base64url')
  const arrived = await insertArrival(visit, {
    account,
    provedBy,
    userAgent: shortAgent(browser.userAgent),
    session,
    formerSession: formerSessionId ? hashToken(formerSessionId) : null,
    device: { ...describeDevice(visit, arrival), idHash: hashToken(deviceId) },
    settles: arrival.settles ?? null,
    factorsAsFound,
  })
  if (!arrived) return undefined
  // Nobody is told of the browser they registered with.
  if (arrived.wasHere && !arrived.isKnown) await queueNewDeviceMailFor(visit, account.id, browser.userAgent)
  return { sessionId: session.id, deviceId }
}

/** Opens nothing by itself: it says that this person signed in here before, and whether it is to be asked again. */
function describeDevice({ now, settings: { lifetimes } }: Visit, { browser, trustDevice }: Arrival) {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    publicId: randomId(12, 'base64url'),
    former: browser.deviceId ? hashToken(browser.deviceId) : null,
    expiresAt: after(lifetimes.device),
    trustedUntil: trustDevice ? after(lifetimes.trustedDevice) : null,
  }
}

const isInTransaction = (visit: Visit): visit is InTransaction<Visit> => visit.db.isTransaction

/** By itself only where the browser was the owner's a moment ago, and another sign-in has taken its id since. */
async function queueNewDeviceMailFor(visit: Visit, accountId: string, userAgent: string | undefined): Promise<void> {
  if (isInTransaction(visit)) return queueNewDeviceMail(visit, accountId, userAgent)
  await transact(visit, (inside) => queueNewDeviceMail(inside, accountId, userAgent))
}
