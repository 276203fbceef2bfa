import { FIRST_TIME_REGISTRATION } from '../../forms/messages.ts'

/** The wizard's texts, to the letter as in docs/behaviour.md. Texts shared with other areas are in core/src/forms. */

// Registration (behaviour 4)
export const ANSWERS_INCORRECT = 'Your answer(s) were incorrect. Please try again.'
export const CANNOT_BEGIN = 'We are unable to begin your registration. Please contact us for assistance.'
export const IDENTITY_NOT_CONFIRMED =
  'Unfortunately we were unable to confirm your identity. In order to complete your registration process, please contact Provider Services'

// Headings (behaviour 3)
export const HEADINGS = {
  home: 'Provider Portal Registration',
  additionalAccess: 'Need Additional Access?',
  firstTime: FIRST_TIME_REGISTRATION,
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
  leftOut: 'Leave out the group of your NPI?',
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
  continueWithout: 'Continue without it',
  noGoBack: 'No, GO BACK',
  yesContinue: 'YES, CONTINUE',
  submit: 'SUBMIT',
  createAccount: 'CREATE ACCOUNT',
  logIn: 'LOG IN',
  createNewAccount: 'CREATE NEW ACCOUNT',
  accessSecurePortal: 'ACCESS SECURE PORTAL',
  downloadPdf: 'DOWNLOAD PDF',
  close: 'CLOSE',
} as const

// Choices
export const REGISTRANT_CHOICES = { self: 'I am the Provider', behalf: 'On behalf of the Provider' } as const
export const METHOD_NAMES = { ssn: 'SSN', tin: 'TIN', claim: 'CLAIMS' } as const
