import { STAFF_ROLES } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Any signed-in user, also while all of the user's requests are pending. */
const anyUser = { pending: true } as const
const anyUserSeen = { ...anyUser, seeAs: true } as const
/** Also a user who still has to prove a second factor. */
const halfSigned = { pending: true, halfSigned: true } as const
const office = { kinds: ['provider', 'internal'], pending: true, staff: STAFF_ROLES, seeAs: true } as const

// Session

export const isProviderUser = get('/rest/sec/common/isProviderUser', anyUserSeen, {
  says: 'Returns whether the session belongs to a provider user.',
  entity: shape.Done,
})

export const isMemberUser = get('/rest/sec/common/isMemberUser', anyUser, {
  says: 'Returns whether the session belongs to a member.',
  entity: shape.Done,
})

export const isInternalUser = get('/rest/sec/common/isInternalUser', anyUser, {
  says: 'Returns whether the session belongs to plan staff.',
  entity: shape.Done,
})

export const keepAliveProvider = get('/rest/sec/common/keepAliveProvider', office, {
  says: 'Renews the session of a provider user or of plan staff.',
  entity: shape.Done,
})

export const keepAliveMember = get(
  '/rest/sec/common/keepAliveMember',
  { kinds: ['member'] },
  { says: 'Renews the session of a member.', entity: shape.Done },
)

export const staffSignIn = get('/rest/nonsec/staffSignIn', 'public', {
  says: 'Returns how plan staff sign in: by password, through the plan’s directory (`oidc`), or by either.',
  entity: shape.StaffSignIn,
})

export const getGTM = get('/rest/sec/common/getGTM', anyUser, {
  says: 'Returns the tag manager’s container, if one is configured.',
  entity: shape.TagManager,
})

export const trackUser = post('/rest/sec/common/trackUser', anyUserSeen, {
  says: 'Returns the account, and whether this is its first visit.',
  entity: shape.Tracking,
})

export const me = get('/rest/sec/common/me', anyUserSeen, {
  says: 'Returns the signed-in user with grants, permissions and console pages.',
  entity: shape.Me,
  masks: ['email', 'phone', 'phoneExt'],
})

export const logout = post('/rest/sec/common/logout', halfSigned, { says: 'Ends the session.', entity: shape.Done })

export const sessions = get('/rest/sec/common/sessions', anyUser, {
  says: 'Returns the account’s sessions.',
  entity: shape.SessionList,
})

export const endSession = post('/rest/sec/common/endSession', anyUser, {
  says: 'Ends another session of the account.',
  body: shape.EndSessionBody,
  entity: shape.Done,
})

// Forgotten password or user name

export const forgotPassword = post('/rest/nonsec/account/forgotPassword', 'public', {
  says: 'Mails a link to set a new password. The reply is always the same.',
  body: shape.ForgotPasswordBody,
  entity: shape.Done,
  statuses: [407],
})

export const forgotUsername = post('/rest/nonsec/account/forgotUsername', 'public', {
  says: 'Mails the user names of an email address. The reply is always the same.',
  body: shape.ForgotUsernameBody,
  entity: shape.Done,
  statuses: [400, 407],
})

export const resetQuestions = get('/rest/nonsec/account/resetPassword', 'public', {
  says: 'Returns the security questions of a mailed link.',
  query: shape.ResetQuery,
  entity: shape.ResetQuestions,
  statuses: [406, 407, 498],
})

export const resetPassword = post('/rest/nonsec/account/resetPassword', 'public', {
  says: 'Sets a new password with a mailed link and two security answers.',
  body: shape.ResetPasswordBody,
  entity: shape.PasswordReset,
  statuses: [400, 404, 406, 407, 498],
})

// Profile

export const updateContact = post(
  '/rest/sec/profile/updateContact',
  { ...anyUser, stepUp: { when: 'the email address changes' } },
  { says: 'Changes name, email and phone.', body: shape.ContactBody, entity: shape.Done, statuses: [400, 407] },
)

export const changePassword = post(
  '/rest/sec/profile/changePassword',
  { ...anyUser, stepUp: true },
  {
    says: 'Changes the password and ends all other sessions.',
    body: shape.ChangePasswordBody,
    entity: shape.Done,
    statuses: [400, 407],
  },
)

export const saveShortcuts = post(
  '/rest/sec/profile/saveShortcuts',
  { kinds: ['internal'], staff: STAFF_ROLES },
  { says: 'Turns the console’s keyboard shortcuts on or off.', body: shape.ShortcutsBody, entity: shape.Done },
)

export const securityQuestions = get('/rest/sec/profile/securityQuestions', anyUser, {
  says: 'Returns the three chosen security questions.',
  entity: shape.ChosenQuestions,
})

export const changeSecurityQuestions = post(
  '/rest/sec/profile/changeSecurityQuestions',
  { ...anyUser, stepUp: true },
  {
    says: 'Replaces the three security questions.',
    body: shape.ChangeQuestionsBody,
    entity: shape.Done,
    statuses: [400, 407],
  },
)
