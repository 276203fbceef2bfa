import { declareAct, declareEvent } from '#platform/events/event.ts'
import { findOwner, inSentence, type Owner, pageOf, security, writeNotice } from '../mail/owner.ts'

export const factorAdded = declareAct('factor.added', 'Set up a second factor.')

export const factorRemoved = declareAct('factor.removed', 'Removed a second factor.')

export const factorProved = declareAct('factor.proved', 'Confirmed a second factor again.')

export const passwordProved = declareAct('session.proved', 'Entered the password again.')

export const factorRefused = declareAct('factor.refused', 'Failed to confirm a second factor.')

export const emailCodeSent = declareAct('factor.code-sent', 'A code was sent by email.')

export const recoveryCodesEnded = declareAct(
  'factor.codes-ended',
  'The recovery codes became invalid when the secret key changed.',
)

export const recoveryCodesMade = declareAct('factor.codes-made', 'Created new recovery codes.')

export const deviceForgotten = declareAct(
  'factor.device-forgotten',
  'A remembered browser was removed and needs the second factor again.',
)

type Concerned = { accountId: string }
/** `what` is a phrase such as 'A passkey (Chrome on Mac)'. */
type Changed = Concerned & { what: string }

export const ownerOfAddedFactorNotified = declareEvent<Changed, Owner>({
  name: 'account.factor-added',
  to: findOwner,
  bell: security('A second step was added to your account.'),
  mail: ({ what }, inside, owner) =>
    writeNotice(inside, owner, {
      subject: 'A second factor was added',
      sentence: (account, at) => `${what} was added to ${inSentence(account)} on ${at}`,
    }),
})

export const ownerOfRemovedFactorNotified = declareEvent<Changed, Owner>({
  name: 'account.factor-removed',
  to: findOwner,
  bell: security('A second step was removed from your account.'),
  mail: ({ what }, inside, owner) =>
    writeNotice(inside, owner, {
      subject: 'A second factor was removed',
      sentence: (account, at) => `${what} was removed from ${inSentence(account)} on ${at}`,
    }),
})

export const ownerOfNewCodesNotified = declareEvent<Concerned, Owner>({
  name: 'account.codes-made',
  to: findOwner,
  bell: security('New recovery codes were made for your account.'),
  mail: (_, inside, owner) =>
    writeNotice(inside, owner, {
      subject: 'New recovery codes were created',
      sentence: (account, at) => `${account} got new recovery codes on ${at}`,
      more: 'The earlier codes no longer work.',
    }),
})

export const ownerOfEndedCodesNotified = declareEvent<Concerned, Owner>({
  name: 'account.recovery-codes-ended',
  to: findOwner,
  mail: (_, context, owner) => ({
    subject: 'Please create new recovery codes',
    paragraphs: [
      `The recovery codes of your account ${owner.userName} no longer work; please create new ones in your profile.`,
      'The portal’s keys were changed. Your passkeys and your authenticator app still work.',
      'Keep the new codes in a safe place.',
    ],
    action: { sentence: 'Create new codes:', url: pageOf(context, owner, 'profile') },
  }),
})

/** Every code attempt follows a correct password, so the mail warns about the password. */
export const codesFailed = declareEvent<Concerned, Owner>({
  name: 'account.factor-failed',
  to: findOwner,
  bell: security('Someone entered wrong codes for your account.'),
  mail: (_, context, owner) => ({
    subject: 'Wrong codes entered for your account',
    paragraphs: [
      `Someone entered the right password for the user name ${owner.userName} and then several wrong codes; if this wasn’t you, please set a new password.`,
      'No one was signed in. If this wasn’t you, someone else knows your password. We email you about this at most once a day.',
    ],
    action: { sentence: 'Set a new password:', url: pageOf(context, owner, 'forgotPassword') },
  }),
})

export const emailCodeMailed = declareEvent<Concerned & { code: string }, Owner>({
  name: 'account.factor-code',
  to: findOwner,
  mail: ({ code }, { settings }) => ({
    subject: 'Your code to sign in',
    paragraphs: [
      `${code} is your code to sign in; please enter it on the page that asked for it.`,
      `It expires in ${Math.round(settings.lifetimes.factorCode / 60)} minutes. We never ask for it by phone or email.`,
      'If you didn’t try to sign in, someone else knows your password. Please set a new one.',
    ],
  }),
})
