import { STATUS } from '@portico/core/constants'
import { NOT_OFFERED } from '@portico/core/signon/factors/sentences'
import type { FactorChoices, FactorKind, ProofKind, ProveBody } from '@portico/core/signon/factors/shapes'
import type { SignedIn } from '#platform/context.ts'
import type { FactorDue, ProofKind as StoredProof } from '#platform/database/schema.ts'
import { maskAddress } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isDirectoryOnly } from '#platform/settings/staff-directory.ts'
import { countRecoveryCodes } from '../../store/factor-codes.ts'
import { proveByApp } from './app.ts'
import { proveByEmailCode } from './email-code.ts'
import { type FactorStatus, findFactorStatus } from './factor-status.ts'
import { checkOwnPassword } from './own-password.ts'
import { proveByPasskey } from './passkeys.ts'
import { proveByRecoveryCode } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'

const DUE: Record<FactorDue, FactorChoices['due']> = { PROVE: 'prove', SET_UP: 'setUp' }

/** The account's factor status and the relying party of the current host. */
export type Here = { factorStatus: FactorStatus; party: RelyingParty | undefined }

export async function describeChoices(
  context: SignedIn,
  party: RelyingParty | undefined,
): Promise<Outcome<FactorChoices>> {
  const factorStatus = await findFactorStatus(context, context.session.accountId)
  const { factorDue } = context.session
  return {
    entity: {
      due: factorDue ? DUE[factorDue] : '',
      kinds: await findKinds(context, { factorStatus, party }),
      canSetUp: kindsToSetUp({ factorStatus, party }),
      passkeysElsewhere: factorStatus.passkeyBrands.some((brand) => brand !== party?.brand),
      sentTo: factorStatus.mayEmail ? maskAddress(factorStatus.email) : '',
    },
  }
}

/** Accepted kinds of proof: the account's factors, or what it signed in with if it has none. */
async function findKinds({ db, session, settings }: SignedIn, { factorStatus, party }: Here): Promise<ProofKind[]> {
  const { by } = session.proof
  if (by === 'DIRECTORY_MFA') return ['directory']
  if (!factorStatus.hasFactor)
    return by === 'DIRECTORY' || isDirectoryOnly(settings, session.kind) ? ['directory'] : ['password']
  const hasCodes = (await countRecoveryCodes(db, factorStatus.id)) > 0
  const all: [ProofKind, boolean][] = [
    ['passkey', party !== undefined && factorStatus.passkeyBrands.includes(party.brand)],
    ['app', factorStatus.appSince !== null],
    ['email', factorStatus.hasEmail],
    ['recovery', hasCodes],
  ]
  return all.flatMap(([kind, has]) => (has ? [kind] : []))
}

export function kindsToSetUp({ factorStatus, party }: Here): FactorKind[] {
  if (factorStatus.policy.kind === 'off') return []
  return [...(party ? ['passkey' as const] : []), 'app', ...(factorStatus.mayEmail ? ['email' as const] : [])]
}

/** Returns the kind of proof to store. A session that must prove its factor cannot repeat its password instead. */
export async function prove(
  context: SignedIn,
  party: RelyingParty | undefined,
  body: ProveBody,
): Promise<Outcome<StoredProof>> {
  const factorStatus = await findFactorStatus(context, context.session.accountId)
  const kinds = await findKinds(context, { factorStatus, party })
  // The directory proves by its own pages.
  if (body.kind === 'directory') return refuse(STATUS.badRequest, NOT_OFFERED)
  const isRepeated = body.kind === 'password' && context.session.factorDue === 'PROVE'
  if (!kinds.includes(body.kind) || isRepeated) return refuse(STATUS.badRequest, NOT_OFFERED)
  if (body.kind === 'passkey') return proveByOwnPasskey(context, party, body)
  const proved = await proveBy(context, factorStatus, { ...body, kind: body.kind })
  return 'refusal' in proved ? proved : { entity: STORED[body.kind] }
}

type TypedKind = Exclude<ProofKind, 'directory' | 'passkey'>

const STORED: Record<TypedKind, StoredProof> = {
  app: 'APP',
  email: 'EMAIL',
  recovery: 'RECOVERY',
  password: 'PASSWORD',
}

async function proveByOwnPasskey(
  context: SignedIn,
  party: RelyingParty | undefined,
  { assertion }: ProveBody,
): Promise<Outcome<StoredProof>> {
  if (!party || !assertion) return refuse(STATUS.badRequest, NOT_OFFERED)
  const proved = await proveByPasskey(context, party, assertion)
  return 'refusal' in proved ? proved : { entity: proved.entity.provedBy }
}

function proveBy(
  context: SignedIn,
  factorStatus: FactorStatus,
  { kind, code = '', password = '' }: ProveBody & { kind: TypedKind },
): Promise<Outcome<unknown>> {
  if (kind === 'app') return proveByApp(context, code)
  if (kind === 'email') return proveByEmailCode(context, code)
  if (kind === 'recovery') return proveByRecoveryCode(context, code)
  return checkOwnPassword(context, factorStatus, { password, wrongStatus: STATUS.notAcceptable })
}
