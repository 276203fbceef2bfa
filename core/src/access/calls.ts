/**
 * Names of the account and access calls, below the base path. Apart from their shapes, so that the browser can name a
 * call without downloading the schema library.
 */

export const ACCOUNT_CALLS = {
  me: '/rest/sec/common/me',
  logout: '/rest/sec/common/logout',
  sessions: '/rest/sec/common/sessions',
  endSession: '/rest/sec/common/endSession',
  updateContact: '/rest/sec/profile/updateContact',
  changePassword: '/rest/sec/profile/changePassword',
  securityQuestions: '/rest/sec/profile/securityQuestions',
  changeSecurityQuestions: '/rest/sec/profile/changeSecurityQuestions',
  forgotPassword: '/rest/nonsec/account/forgotPassword',
  forgotUsername: '/rest/nonsec/account/forgotUsername',
  /** GET with resetId gives the questions; POST with two answers sets the new password. */
  resetPassword: '/rest/nonsec/account/resetPassword',
} as const

/** Query parameters the sign-on agent and the logout address put on a login page. */
export const LOGIN_NOTICES = {
  /** The user name or the password was wrong. */
  error: 'error',
  /** Beside `error`: there were too many tries, `reason=wait`. */
  reason: 'reason',
  expired: 'expired',
  signedOut: 'signedout',
} as const

/** User administration, and where a person's own requests stand. */
export const ACCESS_CALLS = {
  scopes: '/rest/sec/access/scopes',
  people: '/rest/sec/access/people',
  requests: '/rest/sec/access/requests',
  decideRequest: '/rest/sec/access/decideRequest',
  invite: '/rest/sec/access/invite',
  inviteMany: '/rest/sec/access/inviteMany',
  changeGrant: '/rest/sec/access/changeGrant',
  suspendGrant: '/rest/sec/access/suspendGrant',
  reactivateGrant: '/rest/sec/access/reactivateGrant',
  removeGrant: '/rest/sec/access/removeGrant',
  resendInvitation: '/rest/sec/access/resendInvitation',
  handOver: '/rest/sec/access/handOver',
  confirmPeople: '/rest/sec/access/confirmPeople',
  /** Plan staff: a whole account, and back. */
  suspendAccount: '/rest/sec/access/suspendAccount',
  reopenAccount: '/rest/sec/access/reopenAccount',
  history: '/rest/sec/access/history',
  whoControlsMyAccess: '/rest/sec/access/whoControlsMyAccess',
  myRequests: '/rest/sec/access/myRequests',
  cancelRequest: '/rest/sec/access/cancelRequest',
  sendRequestAgain: '/rest/sec/access/sendRequestAgain',
  uploadContract: '/rest/sec/access/uploadContract',
} as const

/** The signed contract a person uploads: bytes at most. */
export const CONTRACT_UPLOAD_MAX_BYTES = 10 * 1024 * 1024
