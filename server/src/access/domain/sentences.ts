/** Messages for refused administrator acts. */
export const NOT_GRANTABLE = 'You can give only permissions that you have yourself.'
export const NOT_NOW = 'This access has changed. Please reload the list.'
export const LEFT_NETWORK = "This provider is no longer in the plan's network."
export const DEACTIVATED = 'This NPI is deactivated in the national provider file.'
export const SUSPENDED_BY_STAFF = 'Provider Services suspended this access. Please call them.'
export const REASON_NEEDED = 'Please enter a reason.'
export const NO_REQUEST = 'We could not find this request among those waiting for you.'
export const TOO_MANY_INVITATIONS = 'Many invitations were sent today. Please try again tomorrow.'
export const ALREADY_HERE = 'This person already has access or an invitation here.'

/** Refusals of a decision that can still be undone. */
export const DELAYED_ALREADY = 'You just decided this. To change your decision, undo it first.'
export const DELAYED_BY_OTHER = 'Someone else just decided this. Check again in a few seconds.'
export const competingRequestDelayed = (name: string): string =>
  `${name} was just approved for the same role. Undo that first, or check again in a few seconds.`
export const NOTHING_DELAYED = 'You have no decision to undo.'
export const TOO_LATE = 'It’s too late to undo this decision. It has taken effect.'
export const NO_LONGER_ALLOWED = 'Your account can no longer decide this request, so nothing was changed.'

/** Refusals that only plan staff see. */
export const ACCOUNT_UNKNOWN = 'We could not find this person.'
export const STAFF_OWN_ROLE = 'You cannot change your own role. Another administrator can.'
export const STAFF_THERE = 'There is already a staff account with this email address.'
export const NO_LONGER_ADMINISTRATOR = 'You are no longer an administrator.'
export const NOT_ON_HOLD = 'Registration for this NPI is not on hold.'
export const FOUR_EYES_DECIDED = 'This was already decided, or no one approved it in time.'
export const FOUR_EYES_OWN = 'You requested this yourself. Another administrator must approve it.'
export const FOUR_EYES_NOT_YOURS =
  'You can’t approve this. An approver has been an administrator for seven days, and the person who requests neither invited them nor changed their account.'
export const NO_APPROVER =
  'No other administrator can approve this. An approver has been an administrator for seven days, and you neither invited them nor changed their account. Your operator can add an administrator on the server with the command “portico user add”.'
export const FOUR_EYES_REQUESTER = 'The person who requested this is no longer an administrator.'
