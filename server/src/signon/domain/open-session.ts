import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../platform/audit.ts'
import type { InTransaction, Visit } from '../../platform/context.ts'
import { hashToken } from '../../platform/hash-token.ts'
import type { AccountKind, ProofKind } from '../../platform/schema.ts'
import { insertSession } from '../../platform/session.ts'
import { updateSignedIn } from '../store/accounts.ts'
import { findDevice, replaceDevice } from '../store/devices.ts'
import { tellNewDevice } from './factors/notices.ts'

/** What a browser brings to a sign-in. */
export type Browser = { userAgent: string | undefined; deviceId: string | undefined }

export type Arrival = {
  account: { id: string; kind: AccountKind }
  browser: Browser
  provedBy: ProofKind
  /** The person called this browser theirs. */
  trustDevice?: boolean | undefined
}

export type Opened = { sessionId: string; deviceId: string }

/** Somebody is signed in for good: nothing is due any more. */
export async function openSession(inside: InTransaction<Visit>, arrival: Arrival): Promise<Opened> {
  const { account, browser, provedBy } = arrival
  const wasHere = await updateSignedIn(inside, account.id)
  const actor = { kind: account.kind, accountId: account.id }
  const details = { by: provedBy.toLowerCase() }
  await recordAudit(inside, { actor, action: 'session.started', subjectAccountId: account.id, details })
  const { userAgent } = browser
  const of = { accountId: account.id, kind: account.kind, address: inside.address, userAgent, provedBy }
  const sessionId = await insertSession(inside, of)
  const { deviceId, known } = await rememberDevice(inside, arrival)
  // Nobody is told of the browser they registered with.
  if (wasHere && !known) await tellNewDevice(inside, account.id, userAgent)
  return { sessionId, deviceId }
}

/** Opens nothing by itself: it says that this person signed in here before, and whether it is to be asked again. */
async function rememberDevice(inside: InTransaction<Visit>, arrival: Arrival) {
  const { account, browser, trustDevice } = arrival
  const former = browser.deviceId ? hashToken(browser.deviceId) : undefined
  const known = former && (await findDevice(inside, former, account.id))
  const deviceId = randomBytes(24).toString('base64url')
  const trusted = new Date(inside.now.getTime() + inside.settings.lifetimes.trustedDevice * 1000)
  await replaceDevice(inside, former, {
    idHash: hashToken(deviceId),
    accountId: account.id,
    userAgent: browser.userAgent,
    trustedUntil: trustDevice ? trusted : (known?.trustedUntil ?? null),
  })
  return { deviceId, known: known !== undefined }
}
