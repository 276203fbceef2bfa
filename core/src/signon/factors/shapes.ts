import Type, { type Static } from 'typebox'
import { Done, strings, text } from '../../shapes.ts'

/** Request and reply shapes of the second-factor calls. */

export { Done }

/** ISO 8601. Empty if it has not happened. */
const time = Type.String()
const base64url = (max: number) => Type.String({ maxLength: max, pattern: '^[A-Za-z0-9_-]*$' })

export const ProofKind = Type.Enum(['passkey', 'app', 'email', 'recovery', 'password', 'directory'])
export type ProofKind = Static<typeof ProofKind>

export const FactorKind = Type.Enum(['passkey', 'app', 'email'])
export type FactorKind = Static<typeof FactorKind>

/** Whether a second factor is due in this session, and which ways to prove it or set it up are available here. */
export const FactorChoices = Type.Object({
  /** `prove` or `setUp` in a half-signed session; empty otherwise. */
  due: Type.Enum(['', 'prove', 'setUp']),
  /** Ways to prove identity at this address. The password if the account has no factor. */
  kinds: Type.Array(ProofKind),
  canSetUp: Type.Array(FactorKind),
  /** The account has passkeys for another of the plan's addresses. */
  passkeysElsewhere: Type.Boolean(),
  /** Masked address for codes by email. */
  sentTo: Type.String(),
})
export type FactorChoices = Static<typeof FactorChoices>

const Extensions = Type.Object({}, { additionalProperties: true })
const credential = { id: base64url(1400), rawId: base64url(1400), type: Type.Literal('public-key') }

/** The browser's response to a challenge (WebAuthn, AuthenticationResponseJSON). */
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

/** Finishes a sign-in: the page to open, and whether to remember this browser for 30 days. */
const finishing = { target: Type.Optional(text(2000)), trustDevice: Type.Optional(Type.Boolean()) }

export const ProveBody = Type.Object({
  kind: ProofKind,
  code: Type.Optional(text(40)),
  password: Type.Optional(text(200)),
  assertion: Type.Optional(Assertion),
  ...finishing,
})
export type ProveBody = Static<typeof ProveBody>

/** The page to open. */
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

/** Key of an authenticator app. Shown only during set-up. */
export const AppKey = Type.Object({
  /** For manual entry. */
  key: Type.String(),
  /** QR code: the side length in modules, and the dark modules as one SVG path. */
  qr: Type.Object({ size: Type.Integer(), path: Type.String() }),
})
export type AppKey = Static<typeof AppKey>

export const SentTo = Type.Object({ sentTo: Type.String(), expiresInMinutes: Type.Integer() })
export type SentTo = Static<typeof SentTo>

export const ConfirmCodeBody = Type.Object({ code: text(40), ...finishing })
export type ConfirmCodeBody = Static<typeof ConfirmCodeBody>
export const AddPasskeyBody = Type.Object({ passkey: NewPasskey, ...finishing })
export type AddPasskeyBody = Static<typeof AddPasskeyBody>

/** The first factor comes with recovery codes, which are shown once. */
export const FactorAdded = Type.Object({ recoveryCodes: Type.Array(Type.String()), location: Type.String() })
export type FactorAdded = Static<typeof FactorAdded>

export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

/** Factors of an account. */
export const MyFactors = Type.Object({
  passkeys: Type.Array(
    Type.Object({
      passkeyId: Type.String(),
      name: Type.String(),
      addedOn: time,
      lastUsed: time,
      /** The passkey works at this address. */
      here: Type.Boolean(),
    }),
  ),
  /** Empty if not set up. */
  appSince: time,
  appLastUsed: time,
  emailSince: time,
  recoveryCodesLeft: Type.Integer(),
  canSetUp: Type.Array(FactorKind),
  /** The account must have a second factor. */
  required: Type.Boolean(),
  /**
   * A requested reset of all factors. It takes effect at `due` unless it is stopped. `due` is empty until the user
   * confirms.
   */
  reset: Type.Optional(Type.Object({ askedOn: time, due: time })),
  /** Remembered browsers, which skip the second factor. */
  devices: Type.Array(
    Type.Object({ deviceId: Type.String(), device: Type.String(), until: time, here: Type.Boolean() }),
  ),
})
export type MyFactors = Static<typeof MyFactors>

export const PasskeyIdBody = Type.Object({ passkeyId: text(64) })
export const RenamePasskeyBody = Type.Object({ passkeyId: text(64), name: text(60) })
export const DeviceIdBody = Type.Object({ deviceId: text(64) })
export const RemoveFactorBody = Type.Object({ kind: Type.Enum(['app', 'email']) })

// Reset

export const ResetFactorsBody = Type.Object({ accountId: text(64) })
export const NoticeQuery = Type.Object({ factorId: text(64) })
/** Purpose of a mailed link. */
/** What a report 'This was not me' reverts: all changes since the notice. */
const NoticeRevert = Type.Object({
  noticeOn: time,
  /** Masked address that becomes the account's again; empty if it stays as it is. */
  email: Type.String(),
  questions: Type.Boolean(),
  /** Names of factors that stop working, that work again, and that the owner needs to sign in. */
  removed: Type.Array(Type.String()),
  restored: Type.Array(Type.String()),
  kept: Type.Array(Type.String()),
  /** Plan staff must confirm the owner before a link to set a new password is mailed. */
  staff: Type.Boolean(),
  /** Masked address of the notice, which gets the next mail. */
  sentTo: Type.String(),
})
export type NoticeRevert = Static<typeof NoticeRevert>

export const FactorNotice = Type.Object({
  about: Type.Enum(['confirm', 'object', 'notMe']),
  userName: Type.String(),
  reverts: Type.Optional(NoticeRevert),
})
export type FactorNotice = Static<typeof FactorNotice>
/** `email` is one of the account's addresses, which the owner can read. */
export const ConfirmOwnerBody = Type.Object({ accountId: text(64), email: text(254) })
export type ConfirmOwnerBody = Static<typeof ConfirmOwnerBody>
/** Result as a text for the user. */
export const NoticeAnswered = Type.Object({ says: Type.String() })
