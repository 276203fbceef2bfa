import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Whoever is signed in, also while every request still waits. */
const anyUser = { pending: true } as const

// The session

export const isProviderUser = get('/rest/sec/common/isProviderUser', {
  says: 'Whether the session is a provider’s.',
  access: anyUser,
  entity: shape.Done,
})

export const isMemberUser = get('/rest/sec/common/isMemberUser', {
  says: 'Whether the session is a member’s.',
  access: anyUser,
  entity: shape.Done,
})

export const isInternalUser = get('/rest/sec/common/isInternalUser', {
  says: 'Whether the session is plan staff’s.',
  access: anyUser,
  entity: shape.Done,
})

export const keepAliveProvider = get('/rest/sec/common/keepAliveProvider', {
  says: 'Renews the session of a provider or of plan staff.',
  access: { kinds: ['provider', 'internal'], pending: true },
  entity: shape.Done,
})

export const keepAliveMember = get('/rest/sec/common/keepAliveMember', {
  says: 'Renews the session of a member.',
  access: { kinds: ['member'] },
  entity: shape.Done,
})

export const getGTM = get('/rest/sec/common/getGTM', {
  says: 'The tag manager’s container, when one is configured.',
  access: anyUser,
  entity: shape.TagManager,
})

export const trackUser = post('/rest/sec/common/trackUser', {
  says: 'Tells who arrived, and whether for the first time.',
  access: anyUser,
  entity: shape.Tracking,
})

export const me = get('/rest/sec/common/me', {
  says: 'Who is signed in, and what they hold and may open.',
  access: anyUser,
  entity: shape.Me,
})

export const logout = post('/rest/sec/common/logout', {
  says: 'Ends the session.',
  access: anyUser,
  entity: shape.Done,
})

export const sessions = get('/rest/sec/common/sessions', {
  says: 'Where this account is signed in.',
  access: anyUser,
  entity: shape.SessionList,
})

export const endSession = post('/rest/sec/common/endSession', {
  says: 'Ends one session of this account elsewhere.',
  access: anyUser,
  body: shape.EndSessionBody,
  entity: shape.Done,
})

// Ways back in for somebody who forgot

export const forgotPassword = post('/rest/nonsec/account/forgotPassword', {
  says: 'Mails a link to set a new password; the answer is always the same.',
  access: 'public',
  body: shape.ForgotPasswordBody,
  entity: shape.Done,
  statuses: [407],
})

export const forgotUsername = post('/rest/nonsec/account/forgotUsername', {
  says: 'Mails the user names of an address; the answer is always the same.',
  access: 'public',
  body: shape.ForgotUsernameBody,
  entity: shape.Done,
  statuses: [400, 407],
})

export const resetQuestions = get('/rest/nonsec/account/resetPassword', {
  says: 'The questions behind a mailed link.',
  access: 'public',
  query: shape.ResetQuery,
  entity: shape.ResetQuestions,
  statuses: [406, 407, 498],
})

export const resetPassword = post('/rest/nonsec/account/resetPassword', {
  says: 'Sets a new password with the answers to two of the questions behind a mailed link.',
  access: 'public',
  body: shape.ResetPasswordBody,
  entity: shape.PasswordReset,
  statuses: [400, 404, 406, 407, 498],
})

// The profile

export const updateContact = post('/rest/sec/profile/updateContact', {
  says: 'Changes name, email and phone.',
  access: anyUser,
  body: shape.ContactBody,
  entity: shape.Done,
  statuses: [400, 407],
})

export const changePassword = post('/rest/sec/profile/changePassword', {
  says: 'Changes the password and signs out everywhere else.',
  access: anyUser,
  body: shape.ChangePasswordBody,
  entity: shape.Done,
  statuses: [400, 407],
})

export const securityQuestions = get('/rest/sec/profile/securityQuestions', {
  says: 'The three chosen questions.',
  access: anyUser,
  entity: shape.ChosenQuestions,
})

export const changeSecurityQuestions = post('/rest/sec/profile/changeSecurityQuestions', {
  says: 'Chooses three questions anew.',
  access: anyUser,
  body: shape.ChangeQuestionsBody,
  entity: shape.Done,
  statuses: [400, 407],
})
