/** Error texts of the portal's functions. */
export const BAD_DAY = 'Please enter a valid date.'
export const DAYS_REVERSED = 'The last day can’t be before the first.'
export const ASK_MEMBER = 'Enter a member ID, or first name, last name and birth date.'
export const ENTER = {
  memberId: 'Please enter the member ID.',
  firstName: 'Please enter the first name.',
  lastName: 'Please enter the last name.',
  birthDate: 'Please enter the birth date.',
} as const
export const SAY_WHAT_CHANGED = 'Please tell us what changed.'
