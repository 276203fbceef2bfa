import Type, { type Static } from 'typebox'
import { Done, strings, text } from '../shapes.ts'

/** What the calls about second factors are sent and answer: proving one, setting one up, losing it. */

export { Done }

/** ISO 8601, or empty when it has not happened. */
const time = Type.String()
const base64url = (max: number) => Type.String({ maxLength: max, pattern: '^[A-Za-z0-9_-]*$' })

export const ProofKind = Type.Enum(['passkey', 'app', 'email', 'recovery', 'password'])
export type ProofKind = Static<typeof ProofKind>

export const FactorKind = Type.Enum(['passkey', 'app', 'email'])
export type FactorKind = Static<typeof FactorKind>

/** Whether a second factor is due in this session, and by what it can be proved or set up here. */
export const FactorChoices = Type.Object({
  /** `prove` or `setUp` while the session is half signed; empty otherwise. */
  due: Type.Enum(['', 'prove', 'setUp']),
  /** By what this account proves who it is at this address; the password where it has no factor. */
  kinds: Type.Array(ProofKind),
  /** What can be set up here. */
  canSetUp: Type.Array(FactorKind),
  /** Passkeys of this account that belong to another address of the plan. */
  passkeysElsewhere: Type.Boolean(),
  /** Where a code would go. */
  sentTo: Type.String(),
})
export type FactorChoices = Static<typeof FactorChoices>

const Extensions = Type.Object({}, { additionalProperties: true })
const credential = { id: base64url(1400), rawId: base64url(1400), type: Type.Literal('public-key') }

/** What a browser makes of a challenge with a passkey (WebAuthn, AuthenticationResponseJSON). */
export const Assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: Type.Optional(base64url(200)),
  }),
  clientExtensionResults: Extensions,
})
export type Assertion = Static<typeof Assertion>

/** A new passkey (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = Type.Object({
  ...credential,
  response: Type.Object({ clientDataJSON: base64url(4000), attestationObject: base64url(20_000) }),
  clientExtensionResults: Extensions,
})
export type NewPasskey = Static<typeof NewPasskey>

/** What finishes a sign-in: where to go on, and whether this browser is to be asked again for 30 days. */
const finishing = { target: Type.Optional(text(2000)), trustDevice: Type.Optional(Type.Boolean()) }

export const ProveBody = Type.Object({
  kind: ProofKind,
  code: Type.Optional(text(40)),
  password: Type.Optional(text(200)),
  assertion: Type.Optional(Assertion),
  ...finishing,
})
export type ProveBody = Static<typeof ProveBody>

/** Where to go on. */
export const Proved = Type.Object({ location: Type.String() })
export type Proved = Static<typeof Proved>

export const PasskeySignInBody = Type.Object({ assertion: Assertion, target: Type.Optional(text(2000)) })
export type PasskeySignInBody = Static<typeof PasskeySignInBody>

const CredentialNames = Type.Array(Type.Object({ id: Type.String(), type: Type.Literal('public-key') }))

/** For `navigator.credentials.get` (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  allowCredentials: CredentialNames,
})
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** For `navigator.credentials.create` (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreation = Type.Object({
  challenge: Type.String(),
  rp: Type.Object(strings('id', 'name')),
  user: Type.Object(strings('id', 'name', 'displayName')),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: CredentialNames,
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** The key of an authenticator app, told while it is being set up and never again. */
export const AppKey = Type.Object({
  /** To type where no picture can be read. */
  key: Type.String(),
  /** The picture to read: a square of so many modules, the dark ones as one SVG path. */
  qr: Type.Object({ size: Type.Integer(), path: Type.String() }),
})
export type AppKey = Static<typeof AppKey>

export const SentTo = Type.Object({ sentTo: Type.String() })

export const ConfirmCodeBody = Type.Object({ code: text(40), ...finishing })
export type ConfirmCodeBody = Static<typeof ConfirmCodeBody>
export const AddPasskeyBody = Type.Object({ passkey: NewPasskey, ...finishing })
export type AddPasskeyBody = Static<typeof AddPasskeyBody>

/** A factor was set up. With the first one come recovery codes, told once. */
export const FactorAdded = Type.Object({ recoveryCodes: Type.Array(Type.String()), location: Type.String() })
export type FactorAdded = Static<typeof FactorAdded>

export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

/** What an account has set up. */
export const MyFactors = Type.Object({
  passkeys: Type.Array(
    Type.Object({
      passkeyId: Type.String(),
      name: Type.String(),
      addedOn: time,
      lastUsed: time,
      /** It belongs to this address. */
      here: Type.Boolean(),
    }),
  ),
  /** Empty where there is none. */
  appSince: time,
  appLastUsed: time,
  emailSince: time,
  recoveryCodesLeft: Type.Integer(),
  canSetUp: Type.Array(FactorKind),
  /** A second factor has to be there. */
  required: Type.Boolean(),
  /** Somebody asked to take all of it away; it happens then unless it is stopped. Empty while it is not confirmed. */
  reset: Type.Optional(Type.Object({ askedOn: time, due: time })),
  /** Browsers that are not asked for a second factor. */
  devices: Type.Array(
    Type.Object({ deviceId: Type.String(), device: Type.String(), until: time, here: Type.Boolean() }),
  ),
})
export type MyFactors = Static<typeof MyFactors>

export const PasskeyIdBody = Type.Object({ passkeyId: text(64) })
export const RenamePasskeyBody = Type.Object({ passkeyId: text(64), name: text(60) })
export const DeviceIdBody = Type.Object({ deviceId: text(64) })
export const RemoveFactorBody = Type.Object({ kind: Type.Enum(['app', 'email']) })

// Lost it

export const ResetFactorsBody = Type.Object({ accountId: text(64) })
export const NoticeQuery = Type.Object({ factorId: text(64) })
/** What a mailed link is about. */
export const FactorNotice = Type.Object({ about: Type.Enum(['confirm', 'object', 'notMe']), userName: Type.String() })
export type FactorNotice = Static<typeof FactorNotice>
/** What came of it, in a sentence. */
export const NoticeAnswered = Type.Object({ says: Type.String() })
