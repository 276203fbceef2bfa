import { administratorsAnd } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Whoever is signed in, also while every request still waits. */
const anyUser = { pending: true } as const
/** The same, and somebody who is about to prove or set up the second factor that is due. */
const halfSigned = { pending: true, halfSigned: true } as const
/** Setting up and taking away want a fresh proof; a half-signed session has just given its password. */
const settingUp = { ...halfSigned, stepUp: true } as const
const takingAway = { ...anyUser, stepUp: true } as const

// Proving who one is

export const factorChoices = get('/rest/sec/factor/choices', halfSigned, {
  says: 'Whether a second factor is due, and by what it can be proved or set up here.',
  entity: shape.FactorChoices,
})

export const proveFactor = post('/rest/sec/factor/prove', halfSigned, {
  says: 'Proves who is signed in once more: finishes a sign-in, or renews the proof of the session.',
  body: shape.ProveBody,
  entity: shape.Proved,
  statuses: [400, 406, 407],
})

export const sendFactorCode = post('/rest/sec/factor/sendCode', halfSigned, {
  says: 'Mails a code to the address of the account, to prove or to set up codes by email.',
  entity: shape.SentTo,
  statuses: [400, 407],
})

export const askForPasskey = post('/rest/sec/factor/askForPasskey', halfSigned, {
  says: 'A challenge for one of the account’s own passkeys.',
  entity: shape.PasskeyRequest,
  statuses: [400],
})

// Signing in with a passkey alone

export const passkeyChallenge = post('/rest/nonsec/signon/passkeyChallenge', 'public', {
  says: 'A challenge for any passkey of this address.',
  entity: shape.PasskeyRequest,
  statuses: [400, 407],
})

export const passkeySignIn = post('/rest/nonsec/signon/passkeySignIn', 'public', {
  says: 'Signs somebody on by passkey alone, which counts as both factors.',
  body: shape.PasskeySignInBody,
  entity: shape.Proved,
  statuses: [400, 406, 407],
})

// Setting up

export const startApp = post('/rest/sec/factor/startApp', settingUp, {
  says: 'Makes a key for an authenticator app; it counts when a code of it was confirmed.',
  entity: shape.AppKey,
  statuses: [400],
})

export const confirmApp = post('/rest/sec/factor/confirmApp', settingUp, {
  says: 'Sets the authenticator app up with its first code.',
  body: shape.ConfirmCodeBody,
  entity: shape.FactorAdded,
  statuses: [400, 406, 407],
})

export const startPasskey = post('/rest/sec/factor/startPasskey', settingUp, {
  says: 'A challenge to make a passkey with.',
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

// The profile

export const myFactors = get('/rest/sec/factor/mine', anyUser, {
  says: 'What this account has set up, and which browsers are not asked.',
  entity: shape.MyFactors,
})

export const renamePasskey = post('/rest/sec/factor/renamePasskey', anyUser, {
  says: 'Gives a passkey another name.',
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
  says: 'Removes the authenticator app, or turns codes by email off.',
  body: shape.RemoveFactorBody,
  entity: shape.Done,
  statuses: [404, 407],
})

export const newRecoveryCodes = post('/rest/sec/factor/newRecoveryCodes', takingAway, {
  says: 'Makes ten recovery codes anew; the former ones end.',
  entity: shape.RecoveryCodes,
  statuses: [400],
})

export const forgetDevice = post('/rest/sec/factor/forgetDevice', anyUser, {
  says: 'A browser is asked for a second factor again.',
  body: shape.DeviceIdBody,
  entity: shape.Done,
  statuses: [404],
})

export const putOfferAway = post('/rest/sec/factor/putOfferAway', anyUser, {
  says: 'Takes the offer of a second factor off the home page.',
  entity: shape.Done,
})

// Lost it, or it was somebody else

const resetting = { ...administratorsAnd(), stepUp: true } as const

export const resetFactors = post('/rest/sec/factor/reset', resetting, {
  says: 'Asks to take away all second factors of somebody who lost them; they confirm by email, and a day later it is done.',
  body: shape.ResetFactorsBody,
  entity: shape.Done,
  statuses: [404, 407],
})

export const stopFactorReset = post('/rest/sec/factor/stopReset', anyUser, {
  says: 'The owner keeps their second factors.',
  entity: shape.Done,
  statuses: [404],
})

export const factorNotice = get('/rest/nonsec/account/factorNotice', 'public', {
  says: 'What a mailed link about second factors and sign-ins is for; opening it changes nothing.',
  query: shape.NoticeQuery,
  entity: shape.FactorNotice,
  statuses: [406, 407, 498],
})

export const answerFactorNotice = post('/rest/nonsec/account/answerFactorNotice', 'public', {
  says: 'Confirms or stops a reset, or says that it was not the owner: that ends every session and the password.',
  body: shape.NoticeQuery,
  entity: shape.NoticeAnswered,
  statuses: [406, 407, 498],
})
