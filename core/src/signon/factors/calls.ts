import { administratorsAnd, staffOnly } from '../../access/staff-roles.ts'
import { get, post } from '../../call.ts'
import * as shape from './shapes.ts'

/** Any signed-in user, also while all of the user's requests are pending. */
const anyUser = { pending: true } as const
/** Also a user who still has to prove or set up a second factor. */
const halfSigned = { pending: true, halfSigned: true } as const
/** Adding or removing a factor needs a recent proof, also in a half-signed session: its password. */
const settingUp = { ...halfSigned, stepUp: true } as const
const takingAway = { ...anyUser, stepUp: true } as const

// Proving identity

export const factorChoices = get('/rest/sec/factor/choices', halfSigned, {
  says: 'Returns whether a second factor is due, and the ways to prove it or set it up here.',
  entity: shape.FactorChoices,
})

export const proveFactor = post('/rest/sec/factor/prove', halfSigned, {
  says: 'Proves the user’s identity again: finishes a sign-in, or renews the session’s proof.',
  body: shape.ProveBody,
  entity: shape.Proved,
  statuses: [400, 406, 407],
})

export const sendFactorCode = post('/rest/sec/factor/sendCode', halfSigned, {
  says: 'Mails a code to the account’s address, to prove or set up codes by email.',
  entity: shape.SentTo,
  statuses: [400, 407],
})

export const askForPasskey = post('/rest/sec/factor/askForPasskey', halfSigned, {
  says: 'Returns a challenge for one of the account’s passkeys.',
  entity: shape.PasskeyRequest,
  statuses: [400],
})

// Signing in with only a passkey

export const passkeyChallenge = post('/rest/nonsec/signon/passkeyChallenge', 'public', {
  says: 'Returns a challenge for any passkey of this address.',
  entity: shape.PasskeyRequest,
  statuses: [400, 407],
})

export const passkeySignIn = post('/rest/nonsec/signon/passkeySignIn', 'public', {
  says: 'Signs a user in with only a passkey, which counts as both factors.',
  body: shape.PasskeySignInBody,
  entity: shape.Proved,
  statuses: [400, 406, 407],
})

// Setting up a factor

export const startApp = post('/rest/sec/factor/startApp', settingUp, {
  says: 'Creates a key for an authenticator app. It is valid once a code has been confirmed.',
  entity: shape.AppKey,
  statuses: [400],
})

export const confirmApp = post('/rest/sec/factor/confirmApp', settingUp, {
  says: 'Sets up the authenticator app with its first code.',
  body: shape.ConfirmCodeBody,
  entity: shape.FactorAdded,
  statuses: [400, 406, 407],
})

export const startPasskey = post('/rest/sec/factor/startPasskey', settingUp, {
  says: 'Returns a challenge to create a passkey.',
  entity: shape.PasskeyCreation,
  statuses: [400],
})

export const addPasskey = post('/rest/sec/factor/addPasskey', settingUp, {
  says: 'Adds a passkey, named after the device.',
  body: shape.AddPasskeyBody,
  entity: shape.FactorAdded,
  statuses: [400, 406],
})

export const confirmEmailFactor = post('/rest/sec/factor/confirmEmail', settingUp, {
  says: 'Sets up codes by email with a mailed code.',
  body: shape.ConfirmCodeBody,
  entity: shape.FactorAdded,
  statuses: [400, 406, 407],
})

// Profile

export const myFactors = get('/rest/sec/factor/mine', anyUser, {
  says: 'Returns the account’s factors and remembered browsers.',
  entity: shape.MyFactors,
})

export const renamePasskey = post('/rest/sec/factor/renamePasskey', anyUser, {
  says: 'Renames a passkey.',
  body: shape.RenamePasskeyBody,
  entity: shape.Done,
  statuses: [400, 404],
})

export const removePasskey = post('/rest/sec/factor/removePasskey', takingAway, {
  says: 'Removes a passkey.',
  body: shape.PasskeyIdBody,
  entity: shape.Done,
  statuses: [404, 407],
})

export const removeFactor = post('/rest/sec/factor/remove', takingAway, {
  says: 'Removes the authenticator app, or turns off codes by email.',
  body: shape.RemoveFactorBody,
  entity: shape.Done,
  statuses: [404, 407],
})

export const newRecoveryCodes = post('/rest/sec/factor/newRecoveryCodes', takingAway, {
  says: 'Creates ten new recovery codes. The old ones no longer work.',
  entity: shape.RecoveryCodes,
  statuses: [400],
})

export const forgetDevice = post('/rest/sec/factor/forgetDevice', anyUser, {
  says: 'Forgets a remembered browser, which then needs the second factor again.',
  body: shape.DeviceIdBody,
  entity: shape.Done,
  statuses: [404],
})

export const putOfferAway = post('/rest/sec/factor/putOfferAway', anyUser, {
  says: 'Dismisses the offer of a second factor on home.',
  entity: shape.Done,
})

// Lost factors and unauthorized sign-ins

const resetting = { ...administratorsAnd(), stepUp: true } as const

export const resetFactors = post('/rest/sec/factor/reset', resetting, {
  says: 'Requests a reset of all second factors of a user who lost them. The user confirms by email, and the reset takes effect a day later.',
  body: shape.ResetFactorsBody,
  entity: shape.Done,
  statuses: [404, 407],
})

export const stopFactorReset = post('/rest/sec/factor/stopReset', anyUser, {
  says: 'Stops a reset of the user’s own second factors.',
  entity: shape.Done,
  statuses: [404],
})

export const factorNotice = get('/rest/nonsec/account/factorNotice', 'public', {
  says: 'Returns the purpose of a mailed link about second factors and sign-ins, and what a report would revert. It changes nothing.',
  query: shape.NoticeQuery,
  entity: shape.FactorNotice,
  statuses: [406, 407, 498],
})

export const answerFactorNotice = post('/rest/nonsec/account/answerFactorNotice', 'public', {
  says: 'Confirms or stops a reset, or reports an unauthorized change, which ends every session and the password and reverts later changes.',
  body: shape.NoticeQuery,
  entity: shape.NoticeAnswered,
  statuses: [406, 407, 498],
})

export const confirmOwner = post(
  '/rest/sec/factor/confirmOwner',
  { ...staffOnly(), stepUp: true },
  {
    says: 'Confirms the owner of an account after a report, and mails a link to set a new password to one of its addresses.',
    body: shape.ConfirmOwnerBody,
    entity: shape.Done,
    statuses: [404, 407],
  },
)
