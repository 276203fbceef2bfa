export const ACCOUNT_UNKNOWN = 'We could not find this person.'
export const STAFF_OWN_ROLE = 'You cannot change your own role. Another administrator can.'
export const STAFF_THERE = 'There is already a staff account with this email address.'
export const NO_LONGER_ADMINISTRATOR = 'You are no longer an administrator.'
