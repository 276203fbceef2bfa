/** Numbers and names both sides of user administration need; apart from the shapes, so that no schema library is downloaded for them. */

export const ACCOUNT_KINDS = ['provider', 'member', 'internal'] as const
export const ACCOUNT_STATES = ['INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const

/** What may be done with somebody's access; the server says with each grant which of these. */
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

/** What may be done with a whole account, likewise. */
export const ACCOUNT_ACTIONS = ['suspendAccount', 'reopenAccount', 'resendInvitation', 'resetFactors'] as const

export const PEOPLE_PAGE_SIZE = 50
/** What a list of people is sorted by, the usual first. */
export const PEOPLE_SORTS = ['name', 'role', 'state', 'lastSignIn'] as const
/** A decision can be held back for so long at most, in which it can be undone. */
export const DECISION_DELAY_MAX_SECONDS = 60
/** A note of plan staff about a request. */
export const NOTE_MAX = 1000
/** A reason somebody gives for a no, a suspension or a removal. */
export const REASON_MAX = 500

export const INVITE_MANY_MAX_ROWS = 500
export const INVITE_MANY_MAX_CHARACTERS = 200_000
export const INVITE_MANY_COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'phone_ext', 'role', 'permissions']
