/**
 * Names of the access calls, below the base path. Apart from their shapes, so that the browser can name a
 * call without downloading the schema library.
 */

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
} as const
