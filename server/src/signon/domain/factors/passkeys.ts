import { randomBytes } from 'node:crypto'
import { STATUS } from '@portico/core/constants'
import {
  NO_PASSKEYS_HERE,
  PASSKEY_REFUSED,
  PASSKEY_TOO_LATE,
  PASSKEY_UNKNOWN,
} from '@portico/core/signon/factors/sentences'
import type { Assertion, NewPasskey, PasskeyCreation, PasskeyRequest } from '@portico/core/signon/factors/shapes'
import type { Context, SignedIn } from '#platform/context.ts'
import type { ProofKind } from '#platform/database/schema.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  deleteChallenge,
  findPasskey,
  findPasskeys,
  insertChallenge,
  type Passkey,
  type PasskeyPurpose,
  updatePasskeyUsed,
} from '../../store/passkeys.ts'
import type { FactorStatus } from './factor-status.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded on demand: the package is large and few calls need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** Time limit for the browser's passkey prompt. */
const TIMEOUT_MS = 300_000
/** COSE algorithm ids: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

export const noPasskeysHere = () => refuse(STATUS.badRequest, NO_PASSKEYS_HERE)
const passkeyRefused = () => refuse(STATUS.notAcceptable, PASSKEY_REFUSED)

/** `sessionHash` is null for a visitor on the login page. */
type Asked = { party: RelyingParty; purpose: PasskeyPurpose; sessionHash: Buffer | null }

async function makeChallenge(context: Context, { party, purpose, sessionHash }: Asked): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(context.now.getTime() + context.settings.lifetimes.passkeyChallenge * 1000)
  await insertChallenge(context, { hash: hashToken(challenge), purpose, sessionHash, brand: party.brand }, expiresAt)
  return challenge
}

/** The first answer uses up the challenge, even if verification then fails. */
const takeChallenge = (context: Context, { party, purpose, sessionHash }: Asked, challenge: string) =>
  deleteChallenge(context, { hash: hashToken(challenge), purpose, sessionHash, brand: party.brand })

const named = (passkeys: Passkey[]) =>
  passkeys.map(({ credentialId }) => ({ id: credentialId.toString('base64url'), type: 'public-key' as const }))

/** Allows any passkey of this relying party; the browser lists the ones it has. */
export async function requestAnyPasskey(context: Context, party: RelyingParty): Promise<PasskeyRequest> {
  return requestOf(await makeChallenge(context, { party, purpose: 'SIGN_IN', sessionHash: null }), party, [])
}

/** Allows only the account's own passkeys. */
export async function requestOwnPasskey(context: SignedIn, party: RelyingParty): Promise<PasskeyRequest> {
  const { idHash: sessionHash, accountId } = context.session
  const challenge = await makeChallenge(context, { party, purpose: 'PROVE', sessionHash })
  const own = (await findPasskeys(context.db, accountId)).filter(({ brand }) => brand === party.brand)
  return requestOf(challenge, party, own)
}

const requestOf = (challenge: string, { id }: RelyingParty, passkeys: Passkey[]): PasskeyRequest => ({
  challenge,
  rpId: id,
  timeout: TIMEOUT_MS,
  userVerification: 'required',
  allowCredentials: named(passkeys),
})

export async function requestNewPasskey(
  context: SignedIn,
  party: RelyingParty,
  factorStatus: FactorStatus,
): Promise<PasskeyCreation> {
  const { idHash: sessionHash } = context.session
  const own = (await findPasskeys(context.db, factorStatus.id)).filter(({ brand }) => brand === party.brand)
  return {
    challenge: await makeChallenge(context, { party, purpose: 'ADD', sessionHash }),
    rp: { id: party.id, name: party.name },
    user: {
      id: handleOf(factorStatus),
      name: factorStatus.username ?? '',
      displayName: `${factorStatus.firstName} ${factorStatus.lastName}`,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: named(own),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** WebAuthn user handle: the account's public id, which reveals no personal data. */
const handleOf = ({ publicId }: Pick<FactorStatus, 'publicId'>) => Buffer.from(publicId).toString('base64url')

/** How a session is proved by a passkey: one that is bound to its device, or one that may be synced. */
export type PasskeyProof = Extract<ProofKind, 'PASSKEY' | 'DEVICE_PASSKEY'>

const proofOf = (deviceType: 'singleDevice' | 'multiDevice'): PasskeyProof =>
  deviceType === 'singleDevice' ? 'DEVICE_PASSKEY' : 'PASSKEY'

export type MadePasskey = { credentialId: Buffer; publicKey: Buffer; counter: number }

/** Verifies the challenge, origin, relying party and user verification of a new passkey. */
export async function readNewPasskey(
  context: SignedIn,
  party: RelyingParty,
  passkey: NewPasskey,
): Promise<Outcome<{ made: MadePasskey; provedBy: PasskeyProof }>> {
  const asked: Asked = { party, purpose: 'ADD', sessionHash: context.session.idHash }
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: (challenge) => takeChallenge(context, asked, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) return passkeyRefused()
  const { credential, credentialDeviceType } = verified.registrationInfo
  const { id, publicKey, counter } = credential
  const made = { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
  return { entity: { made, provedBy: proofOf(credentialDeviceType) } }
}

export type ProvedPasskey = { passkey: Passkey; provedBy: PasskeyProof }

/** Verifies a sign-in on the login page by passkey alone. */
export async function findByPasskey(
  context: Context,
  party: RelyingParty,
  assertion: Assertion,
): Promise<Outcome<ProvedPasskey>> {
  const passkey = await findPasskey(context.db, Buffer.from(assertion.id, 'base64url'))
  if (!passkey || passkey.brand !== party.brand) return refuse(STATUS.notAcceptable, PASSKEY_UNKNOWN)
  return checkAssertion(context, { party, purpose: 'SIGN_IN', sessionHash: null }, { passkey, assertion })
}

/** The assertion's user handle must match the account that owns the passkey. */
export const isHandleOf = (assertion: Assertion, account: Pick<FactorStatus, 'publicId'>): boolean =>
  assertion.response.userHandle === handleOf(account)

/** Rejects a passkey of another account. */
export async function proveByPasskey(
  context: SignedIn,
  party: RelyingParty,
  assertion: Assertion,
): Promise<Outcome<ProvedPasskey>> {
  const { accountId, idHash: sessionHash } = context.session
  const passkey = await findPasskey(context.db, Buffer.from(assertion.id, 'base64url'))
  if (!passkey || passkey.accountId !== accountId || passkey.brand !== party.brand) return passkeyRefused()
  return checkAssertion(context, { party, purpose: 'PROVE', sessionHash }, { passkey, assertion })
}

/**
 * Verifies the single-use challenge, origin, relying party, user verification and signature counter. The counter must
 * increase, unless the authenticator has none (behaviour 11.20).
 */
async function checkAssertion(
  context: Context,
  asked: Asked,
  { passkey, assertion }: { passkey: Passkey; assertion: Assertion },
): Promise<Outcome<ProvedPasskey>> {
  let inTime = false
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: async (challenge) => {
      inTime = await takeChallenge(context, asked, challenge)
      return inTime
    },
    expectedOrigin: asked.party.origin,
    expectedRPID: asked.party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined)
  if (!inTime) return refuse(STATUS.notAcceptable, PASSKEY_TOO_LATE)
  if (!verified?.verified) return passkeyRefused()
  const { newCounter, credentialDeviceType } = verified.authenticationInfo
  const counted = await updatePasskeyUsed(context, passkey, newCounter)
  return counted ? { entity: { passkey, provedBy: proofOf(credentialDeviceType) } } : passkeyRefused()
}
