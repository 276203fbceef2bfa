import { STATUS } from '@portico/core/constants'
import { NEW_PASSWORD_NEEDED, PASSKEY_REFUSED, TOO_MANY_CHALLENGES } from '@portico/core/signon/factors/sentences'
import type { PasskeyRequest, PasskeySignInBody } from '@portico/core/signon/factors/shapes'
import type { Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isDirectoryOnly } from '#platform/settings/staff-directory.ts'
import { lockFactors } from '../../store/factor-status.ts'
import { type Browser, type Opened, openSession } from '../sessions/open-session.ts'
import { resolveTarget } from '../sessions/target.ts'
import { beginGrace, findFactorStatus } from './factor-status.ts'
import { findByPasskey, isHandleOf, noPasskeysHere, requestAnyPasskey } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

const WINDOW_S = 300

/** Limited per network, because each challenge inserts a row before any sign-in. */
export async function challengeVisitor(
  visit: Visit,
  party: RelyingParty | undefined,
): Promise<Outcome<PasskeyRequest>> {
  if (!party) return noPasskeysHere()
  const limit = visit.settings.limits.passkeyChallengesPer5MinPerAddress
  const key = `passkey-challenge:${networkOf(visit.address)}` as const
  if (!(await hit(visit, { key, limit, windowSeconds: WINDOW_S })))
    return refuse(STATUS.pageMessage, TOO_MANY_CHALLENGES)
  return { entity: await requestAnyPasskey(visit, party) }
}

type Arriving = { party: RelyingParty | undefined; browser: Browser; formerSessionId: string | undefined }
export type SignedInByPasskey = { location: string; accountId: string; opened: Opened }

/** A passkey counts as both factors: the device, and its fingerprint or PIN check (behaviour 11.20). */
export async function signInByPasskey(
  visit: Visit,
  { assertion, target }: PasskeySignInBody,
  { party, browser, formerSessionId }: Arriving,
): Promise<Outcome<SignedInByPasskey>> {
  if (!party) return noPasskeysHere()
  const found = await findByPasskey(visit, party, assertion)
  if ('refusal' in found) return found
  const { passkey, provedBy } = found.entity
  return transact(visit, async (inside): Promise<Outcome<SignedInByPasskey>> => {
    await lockFactors(inside, passkey.accountId)
    const account = await findFactorStatus(inside, passkey.accountId)
    const isClosed = account.state !== 'ACTIVE' || isDirectoryOnly(visit.settings, account.kind)
    if (isClosed || !isHandleOf(assertion, account)) return refuse(STATUS.notAcceptable, PASSKEY_REFUSED)
    // After a 'This was not me' report, the owner must set a new password first.
    if (account.passwordHash === null) return refuse(STATUS.pageMessage, NEW_PASSWORD_NEEDED)
    const { kind } = account
    await beginGrace(inside, account)
    const opened = await openSession(inside, { account, browser, provedBy, formerSessionId })
    visit.metrics.signIns.inc({ kind, outcome: 'success' })
    const active = kind !== 'provider' || account.hasActiveGrant
    const location = resolveTarget(target, { kind, active, pending: browser.pending })
    return { entity: { location, accountId: account.id, opened } }
  })
}
