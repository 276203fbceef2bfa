/**
 * Constants of user administration. They are apart from the shapes so that the browser does not load the schema
 * library.
 */

export const ACCOUNT_KINDS = ['provider', 'member', 'internal'] as const
export const ACCOUNT_STATES = ['INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const

/** Actions on a grant. The server returns the allowed ones with each grant. */
export const GRANT_ACTIONS = [
  'changePermissions',
  'makeAA',
  'makeAU',
  'suspend',
  'reactivate',
  'remove',
  'resendInvitation',
  'handOver',
  'confirm',
] as const

/** Actions on a whole account, returned in the same way. */
export const ACCOUNT_ACTIONS = [
  'suspendAccount',
  'reopenAccount',
  'resendInvitation',
  'resetFactors',
  'confirmOwner',
] as const

export const PEOPLE_PAGE_SIZE = 50
/** Sort orders of a list of people, the default first. */
export const PEOPLE_SORTS = ['name', 'role', 'state', 'lastSignIn'] as const
/** Longest delay of a decision. Until it ends, the decision can be undone. */
export const DECISION_DELAY_MAX_SECONDS = 60
/** Characters of one staff note. */
export const NOTE_MAX = 1000
/** Characters of a reason for a rejection, suspension or removal. */
export const REASON_MAX = 500

export const INVITE_MANY_MAX_ROWS = 500
export const INVITE_MANY_MAX_CHARACTERS = 200_000

/** Suspended grants that one post restores. */
export const RESTORE_MAX = 500
