/** Sentences of the server and of single screens. The texts every registration passes are in messages.ts. */

// NPI look-up: four refusals, each its own sentence (behaviour 6.1)
export const NPI_UNKNOWN = 'We could not find this National Provider Identifier. Please check the number and try again.'
export const NPI_CHECK_DIGIT =
  'This is not a valid National Provider Identifier. One of its digits may be mistyped; please check the number.'
export const NPI_DEACTIVATED =
  'This National Provider Identifier has been deactivated. Please contact Provider Services if you believe it is active.'
export const NPI_NOT_IN_NETWORK =
  'This provider is not in our network. Please contact Provider Services about joining the network.'
export const TOO_MANY_LOOKUPS =
  'There were too many look-ups from your connection. Please wait a few minutes and try again.'

// step1 (one reply whatever was wrong)
export const IDENTITY_MISMATCH = 'What you entered does not match our records. Please check it and try again.'
export const NPI_LOCKED =
  'For your protection, validation is locked for this provider after too many attempts. Please call Provider Services.'
export const TOO_MANY_ATTEMPTS = 'There were too many attempts from your connection. Please try again in an hour.'

// Quiz
export const QUIZ_EXPLAINED = 'Please answer these questions within eight minutes.'

// Proofs (behaviour 7.2)
export const PROOF_EXPIRED = 'Your registration was idle for too long. Please start again from your NPI.'
export const PROOF_MISSING = 'Please start your registration from the first page.'
export const CAPTCHA_FAILED = 'The Captcha could not be confirmed. Please complete it again.'
export const PERMISSION_NOT_OFFERED =
  'One of the chosen permissions is not available for this provider. Please choose again.'

// Accounts
export const USER_NAME_TAKEN = 'This User Name is already in use. Please choose another one.'
export const COMMON_PASSWORD = 'This password is too common and easily guessed. Please choose another one.'
export const USER_NAME_CHARACTERS = 'User Name can have letters and digits only.'
export const EXTENSION_DIGITS = 'Extension can have up to 6 digits.'
export const AMOUNT_STYLE = 'Please enter dollars and cents, for example 125.00.'
export const QUESTION_REPEATED = 'Please choose a different question each time.'
export const QUESTION_UNKNOWN = 'Please choose a question from the list.'
export function tooLong(max: number): string {
  return `Please use ${max} characters or fewer.`
}

// Links: request to the provider (498 expired, 407 decided or used, 406 unknown)
export const REQUEST_LINK_EXPIRED = 'This request has expired. The person who asked for access can send a new one.'
export const REQUEST_LINK_USED = 'This request has already been decided. Nothing more needs to be done.'
export const REQUEST_LINK_UNKNOWN =
  'We could not find this request. Please open the link in our email again, or use the newest email if there are several.'

// Links: activation (406 for all three)
export const ACTIVATION_LINK_EXPIRED = 'This activation link has expired. Please ask for a new one.'
export const ACTIVATION_LINK_USED = 'This activation link has already been used. You can log in with your User Name.'
export const ACTIVATION_LINK_UNKNOWN =
  'We could not find this activation link. Please open the link in our email again, or use the newest email if there are several.'

// Mail that a stranger can trigger
export const TOO_MUCH_MAIL = 'We have already sent several emails to this address today. Please try again tomorrow.'

export const TOO_MANY_LINKS_ASKED =
  'New links for this address were asked for several times today. Please look for our newest email, or try again tomorrow.'
export const NEW_LINK_ON_ITS_WAY = 'If an invitation waits for this address, a new link is on its way.'

// Popups and notes of the wizard
export const REPLACE_SAA_EXPLAINED =
  'One or more providers already have a Senior Access Administrator (SAA). If you continue, you will become the SAA. The current SAA will become an Account Administrator (AA) and will keep administrative privileges.'
export const REGISTERED_GROUP_NOTE =
  'This group already has a Senior Access Administrator. When your registration completes, that person becomes an Access Administrator.'
export const CLAIMS_EXPLAINED = 'The claims must be from two different patients who are the subscriber of the plan.'
export const CONTACT_EDIT_NOTE = 'You can edit your contact details later in the portal.'
export const ACCOUNT_FORM_INTRO =
  'Tell us how we reach you, and choose how you will sign in. Every field is required unless it says optional.'
export const ON_BEHALF_FORM_INTRO =
  'Tell us whom to ask and how we reach you, and choose how you will sign in. Every field is required unless it says optional.'
export const CONTRACT_NEXT =
  'Sign the form and return it. Your account is fully activated after we have validated the signed form; an email will follow.'

// Submissions
export const TOO_MANY_SUBMISSIONS =
  'There were too many attempts from your connection. Please wait a few minutes and try again.'
export const ALREADY_SUBMITTED =
  'This registration has already been completed. Please log in, or start a new registration from your NPI.'
export const REPLACEMENT_NOT_CONFIRMED =
  'This provider already has a Senior Access Administrator (SAA). Please start again from your NPI to confirm that you replace them.'
export const NO_ADMINISTRATOR_YET =
  'Nobody manages access for this provider yet. Please register as Senior Access Administrator (SAA) first.'
