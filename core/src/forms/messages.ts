/**
 * The texts of docs/behaviour.md, to the letter: odd capitals, double spaces, trailing spaces and missing full stops
 * are meant. Further sentences are in sentences.ts.
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

// Registration (behaviour 4)
export const GENERIC = 'We were unable to process your request. Please try again momentarily.'
export const FIX_ERRORS = 'Please correct error(s) in red.'
export const ANSWERS_INCORRECT = 'Your answer(s) were incorrect. Please try again.'
export const CANNOT_BEGIN = 'We are unable to begin your registration. Please contact us for assistance.'
export const IDENTITY_NOT_CONFIRMED =
  'Unfortunately we were unable to confirm your identity. In order to complete your registration process, please contact Provider Services'
export const PENDING_SAA_REQUEST =
  'Another user recently started a Senior Access Administrator (SAA) request for the same provider. Please be aware that If you continue, your request may not be approved.'

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

// Headings (behaviour 3)
export const HEADINGS = {
  home: 'Provider Portal Registration',
  additionalAccess: 'Need Additional Access?',
  firstTime: 'First Time Registration',
  roleSel: 'Registration: Request User Role',
  regWith: 'Registration: Requested Level',
  regChoice: 'Registration: Confirm Your Choice',
  regBy: 'Who is Registering?',
  pinssnSel: 'Choose an Account Creation Path',
  step1: { ssn: 'SSN Validation', tin: 'TIN Validation', claim: 'CLAIM Validation' },
  step2: 'Identity Questions',
  step3: 'Create Your Account',
  saaPerm: 'Registration: Request User Permissions',
  activateUser: 'Complete Your Account',
  regByStaff: 'New Access Request',
  requestPending: 'Access Request Pending',
  requestAccepted: 'New Access Request: Accepted',
  requestRejected: 'New Access Request: Rejected',
  signAndReturn: 'Sign and Return PDF',
  replaceSaa: 'Replace Current SAA?',
  providerList: 'Provider List',
  accountFound: 'Account Found',
} as const
export const IS_THIS_CORRECT = 'Is this correct?'
export function viewingGroup(groupName: string): string {
  return `Viewing: ${groupName}`
}

// Buttons and links
export const BUTTONS = {
  continueWithRegistration: 'CONTINUE WITH REGISTRATION',
  back: 'BACK',
  goBack: 'GO BACK',
  continue: 'CONTINUE',
  cancel: 'CANCEL',
  replaceCurrentSaa: 'REPLACE CURRENT SAA',
  noGoBack: 'No, GO BACK',
  yesContinue: 'YES, CONTINUE',
  submit: 'SUBMIT',
  createAccount: 'CREATE ACCOUNT',
  logIn: 'LOG IN',
  createNewAccount: 'CREATE NEW ACCOUNT',
  accessSecurePortal: 'ACCESS SECURE PORTAL',
  downloadPdf: 'DOWNLOAD PDF',
  close: 'CLOSE',
  maintainSession: 'MAINTAIN SESSION',
  login: 'LOGIN',
  selectAll: 'Select All',
  clearAll: 'Clear All',
} as const

// Choices
export const REGISTRANT_CHOICES = { self: 'I am the Provider', behalf: 'On behalf of the Provider' } as const
export const METHOD_NAMES = { ssn: 'SSN', tin: 'TIN', claim: 'CLAIMS' } as const
export const ROLE_NAMES = {
  SAA: 'Senior Access Administrator',
  AA: 'Access Administrator',
  AU: 'Access User',
} as const

/** 'Access User (AU)'. */
export const roleWithShortName = (role: keyof typeof ROLE_NAMES): string => `${ROLE_NAMES[role]} (${role})`

export const LEVEL_NAMES = { NPI: 'Single NPI', PG: 'Provider group(s)', PO: 'Provider organization' } as const

// Help and notes
export const ROLE_HELP = {
  SAA: 'Has overall responsibility for managing access. Can create and modify Access Administrator (AA) and Access User (AU) accounts.',
  AA: 'Is given access by the Senior Access Administrator (SAA). Can create and modify Access User (AU) accounts.',
  AU: 'Is given access by the SAA or an AA. Cannot create or modify other users.',
} as const
export const CHOICE_NOTE =
  'You are requesting access for all NPIs of the group(s) or organization above. To register for one NPI only, go back and choose the single NPI option.'
export const PERMISSIONS_HELP = 'If a box is checked, the provider has access to that function.'
export const ACCOUNT_FOUND =
  'We found an existing account with the same name and email address. You can log in and request additional access, or create a new account.'
