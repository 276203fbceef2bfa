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
