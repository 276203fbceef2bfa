import type { AccountKind } from '#platform/database/schema.ts'
import { declareAct, declareEvent } from '#platform/events/event.ts'
import type { RecoveryAccount } from '../../store/accounts.ts'
import { findOwner, type Owner, pageOf, security, toOwner, writeNotice } from '../mail/owner.ts'

export const sessionHalfStarted = declareEvent<{ accountId: string; kind: AccountKind }>({
  name: 'session.half-started',
  audit: 'Entered the correct password. The second factor was still required.',
  about: ({ accountId, kind }) => ({ actor: { kind, accountId }, subjectAccountId: accountId }),
})

export const sessionRefused = declareAct('session.refused', 'A sign-in was refused.')

export const sessionEnded = declareAct('session.ended', 'Signed out.')

export const sessionRevoked = declareAct('session.revoked', 'Signed out another session.')

export const ownPasswordRefused = declareAct(
  'account.password-check-failed',
  'Entered a wrong password while signed in.',
)

/** `device` is a label such as 'Firefox on Windows'. */
export const deviceAdded = declareEvent<{ accountId: string; device: string }, Owner>({
  name: 'account.new-device',
  to: findOwner,
  bell: security('Someone signed in to your account with a new browser.'),
  mail: ({ device }, inside, owner) =>
    writeNotice(inside, owner, {
      subject: 'Sign-in from a new browser',
      sentence: (account, at) => `${account} was signed in to from a new browser (${device}) on ${at}`,
    }),
})

type Failed = { owner: RecoveryAccount; at: keyof typeof FAILURES }

/** Reports failed attempts without blaming anyone; the owner does not have to act. */
export const passwordsFailed = declareEvent<Failed, Owner>({
  name: 'account.sign-ins-failed',
  to: ({ owner }) => [toOwner(owner)],
  bell: security('Someone entered wrong passwords for your account.'),
  mail: ({ at }, context, owner) => ({
    subject: FAILURES[at].subject,
    paragraphs: FAILURES[at].paragraphs(owner.userName),
    action: { sentence: 'Set a new password:', url: pageOf(context, owner, 'forgotPassword') },
  }),
})

const FAILURES = {
  signIn: {
    subject: 'Failed sign-ins to your account',
    paragraphs: (userName: string) => [
      `Someone tried several times to sign in with the user name ${userName} and a wrong password; you don’t need to do anything unless you forgot your password.`,
      'No one was signed in. We’ve slowed down further attempts. You can still sign in as usual from a browser you’ve used in the last 30 days.',
      'If you forgot your password, you can set a new one. We email you about this at most once a day.',
    ],
  },
  session: {
    subject: 'Wrong passwords entered in your account',
    paragraphs: (userName: string) => [
      `Someone who is signed in with the user name ${userName} entered a wrong password several times; if this wasn’t you, please set a new password.`,
      'If this wasn’t you, someone else is using your account. A new password signs out every browser.',
      'We’ve slowed down further attempts. We email you about this at most once a day.',
    ],
  },
}
