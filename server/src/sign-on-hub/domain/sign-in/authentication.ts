import { ACR, ACR_VALUES, type Acr, type StepUpNeed } from '@portico/core/sign-on-hub/scopes'
import type { Session } from '#platform/context.ts'
import type { ProofKind } from '#platform/database/schema.ts'

type Authentication = { acr: Acr; amr: string[] }

/**
 * How a session was proved, by RFC 8176. A passkey is possession and user verification in one. One that cannot leave its
 * device is `hwk`.
 */
const AUTHENTICATIONS: Record<ProofKind, Authentication> = {
  PASSWORD: { acr: ACR.password, amr: ['pwd'] },
  APP: { acr: ACR.secondFactor, amr: ['pwd', 'otp', 'mfa'] },
  EMAIL: { acr: ACR.secondFactor, amr: ['pwd', 'otp', 'mfa'] },
  RECOVERY: { acr: ACR.secondFactor, amr: ['pwd', 'otp', 'mfa'] },
  // The plan's directory says whether it asked for a second factor, not for which one.
  DIRECTORY: { acr: ACR.password, amr: [] },
  DIRECTORY_MFA: { acr: ACR.secondFactor, amr: ['mfa'] },
  PASSKEY: { acr: ACR.passkey, amr: ['swk', 'mfa'] },
  DEVICE_PASSKEY: { acr: ACR.passkey, amr: ['hwk', 'mfa'] },
}

export const describeAuthentication = ({ proof }: Session): Authentication & { authTime: number } => ({
  ...AUTHENTICATIONS[proof.by],
  authTime: Math.floor(proof.at.getTime() / 1000),
})

/** True if the session meets one of the requested values; a stronger proof meets a weaker request. */
export function meetsAcr(session: Session, requested: string): boolean {
  const own = ACR_VALUES.indexOf(AUTHENTICATIONS[session.proof.by].acr)
  return own >= lowestRank(requested)
}

/** The weakest of the requested values; unknown ones ask for nothing. */
function lowestRank(requested: string): number {
  const ranks = requested.split(' ').map((value) => ACR_VALUES.findIndex((known) => known === value))
  const known = ranks.filter((rank) => rank >= 0)
  return known.length === 0 ? 0 : Math.min(...known)
}

/** What the factor page asks for, if a session does not meet the requested values. */
export const needOf = (requested: string): StepUpNeed =>
  ACR_VALUES[lowestRank(requested)] === ACR.passkey ? 'passkey' : 'factor'
