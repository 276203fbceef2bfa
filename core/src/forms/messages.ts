/**
 * Texts of the specification, to the letter as in docs/behaviour.md: odd capitals, double spaces, trailing spaces and
 * missing periods are intended. Other texts are in sentences.ts; texts of the wizard are in core/src/registration.
 */

// Gateway and session (behaviour 11.6, 12)
export const GATEWAY_UNAVAILABLE = 'Our systems are currently not available. Please try again later.'
export const SYSTEM_ERROR =
  'Unfortunately our systems are currently unavailable.  We apologize for the inconvenience. Please try again shortly.'
export const SESSION_ABOUT_TO_EXPIRE = 'Your Session is About to Expire'
export const SESSION_HAS_EXPIRED_HEADING = 'Your Session has Expired'
export const SESSION_HAS_EXPIRED = 'Your Session has expired. Please log in again.'
export function sessionWillExpire(seconds: number): string {
  return `Your session will expire in ${seconds} seconds.`
}

// Every form (behaviour 4)
export const GENERIC = 'We were unable to process your request. Please try again momentarily.'
export const FIX_ERRORS = 'Please correct error(s) in red.'

// Field rules (behaviour 5)
export const NPI_REQUIRED = 'Required'
export const NPI_TEN_DIGITS = 'Your National Provider Identifier must be 10 digits in length.'
export const REQUIRED = 'Required.'
export const SELECT_OPTION = 'Please select an option.'
export const SELECT_GROUP = 'Please select at least one provider group.'
export const SELECT_PERMISSION = 'You must select at least one permission from the list below.'
export const SSN_ERROR = 'XXXX'
export const TIN_ERROR = 'XXXXXXXXX'
export const ANSWER_ALL_QUESTIONS = 'You must answer all questions to continue. Please try again.'
export const USER_NAME_TOO_SHORT = 'Invalid User Name. User Name must be at least six characters.'
export const INVALID_PASSWORD = 'Invalid Password'
export const PASSWORD_MISMATCH = 'Password and Confirm Password is not matching'
export const INVALID_EMAIL = 'Invalid Email'
export const EMAIL_MISMATCH = 'Email and Confirm E-Mail do not match'
export const INVALID_PHONE = 'Invalid Phone '
export const SIGNATORY_EMAIL_MISMATCH = 'Signatory Email and Signatory Confirm E-Mail do not match'
export const COMPLETE_CAPTCHA = 'Please complete Captcha.'

// Buttons
export const SHARED_BUTTONS = {
  maintainSession: 'MAINTAIN SESSION',
  login: 'LOGIN',
  selectAll: 'Select All',
  clearAll: 'Clear All',
} as const

// Choices
export const ROLE_NAMES = { SAA: 'Senior Access Administrator', AA: 'Access Administrator', AU: 'Access User' } as const
/** 'Access User (AU)'. */
export const roleWithShortName = (role: keyof typeof ROLE_NAMES): string => `${ROLE_NAMES[role]} (${role})`
export const LEVEL_NAMES = { NPI: 'Single NPI', PG: 'Provider group(s)', PO: 'Provider organization' } as const

// Help and notes
export const ROLE_HELP = {
  SAA: 'Has overall responsibility for managing access. Can create and modify Access Administrator (AA) and Access User (AU) accounts.',
  AA: 'Is given access by the Senior Access Administrator (SAA). Can create and modify Access User (AU) accounts.',
  AU: 'Is given access by the SAA or an AA. Cannot create or modify other users.',
} as const

/** Label of links to the wizard. */
export const FIRST_TIME_REGISTRATION = 'First Time Registration'
