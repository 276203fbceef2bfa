/** Why a successor cannot be named, or cannot take over (behaviour 23.4). */
export const SAA_TOO_NEW =
  'You can name a successor once you have been the Senior Access Administrator for at least 7 days.'
export const SIGN_IN_TOO_NEW =
  'Your password, email address or a second step changed in the last 7 days. Please name a successor after that time.'
export const SUCCESSOR_TOO_NEW =
  'This person has had access for less than 30 days. Please choose someone else, or try again later.'
export const ALREADY_NAMED = 'You have already named a successor. Withdraw that first to name someone else.'
export const SUCCESSOR_CHANGED = 'This has changed in the meantime. Please reload the page.'
export const SUCCESSOR_UNKNOWN = 'We could not find this successor. Please reload the page.'
export const LEFT_TO_STAFF = 'Provider Services decides who takes over. Please call them.'
export const FACTOR_MISSING =
  'Taking over needs a second step at sign-in. Please set one up in your profile, then come back to this page.'

/** The mailed link that stops a takeover. */
export const TAKEOVER_LINK_UNKNOWN =
  'We could not find this link. Please open the link in our email again, or call Provider Services.'
export const TAKEOVER_LINK_USED = 'This link was already used. Provider Services is reviewing it.'
export const TAKEOVER_LINK_EXPIRED = 'This link has expired. Please call Provider Services.'
export const TAKEOVER_LINK_ENDED = 'This takeover is no longer open. You don’t need to do anything.'
