import { STATUS } from '@portico/core/constants'
import { FACTOR_DUE } from '@portico/core/signon/sentences'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import type { ProofKind } from '#platform/database/schema.ts'
import { announce } from '#platform/events/announce.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { endSessionByPublicId } from '#platform/identity/own-sessions.ts'
import { copySessionLimits } from '#platform/identity/session-limits.ts'
import { recordProof } from '#platform/identity/session-proof.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type Browser, type Opened, openSession } from '../sessions/open-session.ts'
import { resolveTarget } from '../sessions/target.ts'
import { factorProved, passwordProved } from './events.ts'

export type Finishing = {
  provedBy: ProofKind
  browser: Browser
  target?: string | undefined
  trustDevice?: boolean | undefined
}

/** `opened` is set if a new session replaced a half-signed one. */
export type Finished = { location: string; opened?: Opened }

/** Replaces a half-signed session with a full one. The password, and every proof of a full session, only renews the proof. */
export async function finish(inside: InTransaction<SignedIn>, finishing: Finishing): Promise<Outcome<Finished>> {
  const { session } = inside
  const { provedBy, browser, target, trustDevice } = finishing
  const { accountId, kind, active } = session
  const location = resolveTarget(target, { kind, active, pending: browser.pending })
  if (!session.factorDue || provedBy === 'PASSWORD') {
    if (!(await recordProof(inside, session, provedBy))) throw new HttpFailure(401, 'no-session', 'Please sign in.')
    // A password is no second factor.
    if (provedBy === 'PASSWORD') await announce(inside, passwordProved, { subjectAccountId: accountId })
    else await announce(inside, factorProved, { subjectAccountId: accountId, details: { by: provedBy.toLowerCase() } })
    return { entity: { location } }
  }
  // A parallel proof may already have ended the session.
  if (!(await endSessionByPublicId(inside, accountId, session.publicId))) return refuse(STATUS.badRequest, FACTOR_DUE)
  const opened = await openSession(inside, { account: { id: accountId, kind }, browser, provedBy, trustDevice })
  if (kind === 'internal') await copySessionLimits(inside, session.idHash, hashToken(opened.sessionId))
  return { entity: { location, opened } }
}
