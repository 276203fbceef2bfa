import { STAFF_ROLES } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Whoever is signed in, also while every request still waits. */
const anyUser = { pending: true } as const
/** The same, and somebody who has not yet proved a second factor that is due. */
const halfSigned = { pending: true, halfSigned: true } as const
const office = { kinds: ['provider', 'internal'], pending: true, staff: STAFF_ROLES } as const

// The session

export const isProviderUser = get('/rest/sec/common/isProviderUser', anyUser, {
  says: 'Whether the session is a provider’s.',
  entity: shape.Done,
})

export const isMemberUser = get('/rest/sec/common/isMemberUser', anyUser, {
  says: 'Whether the session is a member’s.',
  entity: shape.Done,
})

export const isInternalUser = get('/rest/sec/common/isInternalUser', anyUser, {
  says: 'Whether the session is plan staff’s.',
  entity: shape.Done,
})

export const keepAliveProvider = get('/rest/sec/common/keepAliveProvider', office, {
  says: 'Renews the session of a provider or of plan staff.',
  entity: shape.Done,
})

export const keepAliveMember = get(
  '/rest/sec/common/keepAliveMember',
  { kinds: ['member'] },
  { says: 'Renews the session of a member.', entity: shape.Done },
)

export const getGTM = get('/rest/sec/common/getGTM', anyUser, {
  says: 'The tag manager’s container, when one is configured.',
  entity: shape.TagManager,
})

export const trackUser = post('/rest/sec/common/trackUser', anyUser, {
  says: 'Tells who arrived, and whether for the first time.',
  entity: shape.Tracking,
})

export const me = get('/rest/sec/common/me', anyUser, {
  says: 'Who is signed in, and what they hold and may open.',
  entity: shape.Me,
})

export const logout = post('/rest/sec/common/logout', halfSigned, { says: 'Ends the session.', entity: shape.Done })

export const sessions = get('/rest/sec/common/sessions', anyUser, {
  says: 'Where this account is signed in.',
  entity: shape.SessionList,
})

export const endSession = post('/rest/sec/common/endSession', anyUser, {
  says: 'Ends one session of this account elsewhere.',
  body: shape.EndSessionBody,
  entity: shape.Done,
})

// Ways back in for somebody who forgot

export const forgotPassword = post('/rest/nonsec/account/forgotPassword', 'public', {
  says: 'Mails a link to set a new password; the answer is always the same.',
  body: shape.ForgotPasswordBody,
  entity: shape.Done,
  statuses: [407],
})

export const forgotUsername = post('/rest/nonsec/account/forgotUsername', 'public', {
  says: 'Mails the user names of an address; the answer is always the same.',
  body: shape.ForgotUsernameBody,
  entity: shape.Done,
  statuses: [400, 407],
})

export const resetQuestions = get('/rest/nonsec/account/resetPassword', 'public', {
  says: 'The questions behind a mailed link.',
  query: shape.ResetQuery,
  entity: shape.ResetQuestions,
  statuses: [406, 407, 498],
})

export const resetPassword = post('/rest/nonsec/account/resetPassword', 'public', {
  says: 'Sets a new password with the answers to two of the questions behind a mailed link.',
  body: shape.ResetPasswordBody,
  entity: shape.PasswordReset,
  statuses: [400, 404, 406, 407, 498],
})

// The profile

export const updateContact = post(
  '/rest/sec/profile/updateContact',
  { ...anyUser, stepUp: { when: 'the email address changes' } },
  { says: 'Changes name, email and phone.', body: shape.ContactBody, entity: shape.Done, statuses: [400, 407] },
)

export const changePassword = post(
  '/rest/sec/profile/changePassword',
  { ...anyUser, stepUp: true },
  {
    says: 'Changes the password and signs out everywhere else.',
    body: shape.ChangePasswordBody,
    entity: shape.Done,
    statuses: [400, 407],
  },
)

export const securityQuestions = get('/rest/sec/profile/securityQuestions', anyUser, {
  says: 'The three chosen questions.',
  entity: shape.ChosenQuestions,
})

export const changeSecurityQuestions = post('/rest/sec/profile/changeSecurityQuestions', anyUser, {
  says: 'Chooses three questions anew.',
  body: shape.ChangeQuestionsBody,
  entity: shape.Done,
  statuses: [400, 407],
})
