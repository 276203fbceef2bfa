/** Texts of the wizard that the specification leaves open. */

// NPI lookup: one text per refusal (behaviour 6.1)
export const NPI_UNKNOWN = 'We could not find this National Provider Identifier. Please check the number and try again.'
export const NPI_CHECK_DIGIT =
  'This is not a valid National Provider Identifier. One of its digits may be mistyped; please check the number.'
export const NPI_DEACTIVATED =
  'This National Provider Identifier has been deactivated. Please contact Provider Services if you believe it is active.'
export const NPI_NOT_IN_NETWORK =
  'This provider is not in our network. Please contact Provider Services about joining the network.'
export const TOO_MANY_LOOKUPS =
  'There were too many lookups from your connection. Please wait a few minutes and try again.'

export const ON_HOLD = 'Registration for this provider is on hold. Please contact Provider Services.'

// 'This was not me'
export const HOLD_LINK_UNKNOWN =
  'We could not find this link. Please open the link in our email again, or call Provider Services.'
export const HOLD_LINK_USED = 'This link was already used. Provider Services is reviewing it.'
export const HOLD_LINK_EXPIRED = 'This link has expired. Please call Provider Services.'

// step1: the same reply for every mismatch
export const IDENTITY_MISMATCH = 'What you entered does not match our records. Please check it and try again.'
/** With the attempts left for this client. */
export function identityMismatch(left: number): string {
  if (left === 0) return `${IDENTITY_MISMATCH} You have no tries left for now.`
  return `${IDENTITY_MISMATCH} You have ${left} ${left === 1 ? 'try' : 'tries'} left.`
}
export const NPI_LOCKED =
  'For your protection, validation is locked for this provider after too many attempts. Please call Provider Services.'
export const TOO_MANY_ATTEMPTS_HERE =
  'There were too many attempts for this provider from your connection. Please try again in a few hours.'
export const TOO_MANY_ATTEMPTS = 'There were too many attempts from your connection. Please try again in an hour.'

// Quiz
export const QUIZ_TIMED_OUT = 'Your time to answer has run out.'
export const quizzesLeft = (left: number): string => `You have ${left} ${left === 1 ? 'quiz' : 'quizzes'} left today.`

export const STAFF_WILL_DECIDE =
  'We could not confirm your identity with this link, so Provider Services will decide on this request.'

// Ways to prove an identity
export const ONE_WAY_IS_ENOUGH = 'There are two ways to do this. One of them is enough.'
export const BOTH_WAYS_NEEDED = 'You need both: the code and the answers to the questions.'
export const QUESTIONS_OFFERED =
  'Answer questions that only you should know the answers to. Your time starts when you open them.'
export const IDENTITY_BY_FORM =
  'We could not confirm your identity online, so the form will confirm it. This happens if we have too little on file to ask you questions, or after too many attempts.'

// Code
export const CODE_NEEDED = 'Please enter the 6-digit code.'
export const codeWrong = (left: number): string =>
  `This code is incorrect. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`
export const codeSent = (to: string, minutes: number): string =>
  `We emailed a 6-digit code to ${to}. It expires in ${minutes} minutes.`
export const CODE_ALSO_NEEDED = 'Your answers are correct. Please also confirm the code we send you.'
export const QUESTIONS_ALSO_NEEDED = 'The code is correct. Please also answer the questions.'

// Proofs (behaviour 7.2)
export const PROOF_EXPIRED = 'Your registration timed out. Please start again with your NPI.'
export const PROOF_MISSING = 'Please start your registration from the first page.'
export const PROOF_DUE_AGAIN =
  'This registration was reopened from the first page. Please continue there. We’ll ask you to prove your identity again.'
export const CAPTCHA_FAILED = 'The Captcha could not be confirmed. Please complete it again.'
export const PERMISSION_NOT_OFFERED =
  'One of the chosen permissions is not available for this provider. Please choose again.'

// Notice of a signed form
export const SIGNED_FORM_NEEDED = 'A signed form will be needed.'

// Leaving
/** `minutes` is undefined until the page knows it. */
export const leaveSaves = (minutes: number | undefined): string =>
  `We’ll save what you typed in this browser for ${minutes ? `${minutes} minutes` : 'a short time'}, but not your SSN, TIN, claims, password or answers. To continue, enter the NPI again on the start page.`
export const LEAVE_DISCARDS = 'What you typed on this page will not be saved.'
export const CANCEL_DISCARDS = 'Everything you entered and proved will be deleted.'

// Coming back
export const DRAFT_FOUND = 'You started this registration earlier'
export const CONTINUE_DRAFT = 'Continue where you left off'
export const START_OVER = 'Start over'
export const CONTINUE_EXPLAINED =
  'We saved what you entered, but not your SSN, TIN, claims, password or answers. If you start over, it will be deleted.'
const PROOF_NAMES = { ssn: 'the last four digits of the SSN', tin: 'the TIN', claim: 'both claims' } as const
export const enterAgain = (method: keyof typeof PROOF_NAMES): string =>
  `Welcome back. Enter ${PROOF_NAMES[method]} again, and we’ll take you to where you left off.`

// Mail that an anonymous visitor can trigger
export const TOO_MANY_LINKS_REQUESTED =
  'New links for this address were requested several times today. Please look for our latest email, or try again tomorrow.'
export const NEW_LINK_ON_ITS_WAY = 'If this address has an open invitation, a new link is on its way.'

// Popups and notes of the wizard
export const REPLACE_SAA_EXPLAINED =
  'One or more providers already have a Senior Access Administrator (SAA). If you continue, you will become the SAA. The current SAA will become an Account Administrator (AA) and will keep administrative privileges.'
export const REGISTERED_GROUP_NOTE =
  'This group already has a Senior Access Administrator. When your registration completes, that person becomes an Access Administrator.'
export const REGISTERED_GROUP_STAYS = 'This group already has a Senior Access Administrator, who stays in place.'
export const explainLeftOutGroups = (npi: string, groups: string[]): string =>
  `NPI ${npi} belongs to ${groups.join(', ')}, which you have not selected. Your access will not include ${groups.length === 1 ? 'this group' : 'these groups'}.`
export const CLAIMS_EXPLAINED = 'The claims must be from two different patients who are the subscriber of the plan.'
export const CONTACT_EDIT_NOTE = 'You can edit your contact details later in the portal.'
export const ACCOUNT_FORM_INTRO =
  'Tell us how to reach you, and choose how you will sign in. All fields are required unless marked optional.'
export const ON_BEHALF_FORM_INTRO =
  'Tell us whom to ask and how to reach you, and choose how you will sign in. All fields are required unless marked optional.'
export const CONTRACT_NEXT =
  'Sign the form and return it. Your account is fully activated after we have validated the signed form; an email will follow.'

// Deciding on a request
export const SAA_SEES =
  'This person can look up any member’s eligibility, and sees your claims with your patients’ data. This person also decides who else can.'

// Submissions
export const TOO_MANY_FORMS =
  'The form was requested too many times from your connection. Please wait a few minutes and try again.'
export const TOO_MANY_SUBMISSIONS =
  'There were too many attempts from your connection. Please wait a few minutes and try again.'
export const ALREADY_SUBMITTED =
  'This registration has already been completed. Please sign in, or start a new registration with your NPI.'
export const REPLACEMENT_NOT_CONFIRMED =
  'This provider already has a Senior Access Administrator (SAA). Please start again with your NPI and confirm that you want to replace them.'
export const NO_ADMINISTRATOR_YET =
  'No one manages access for this provider yet. Please register as Senior Access Administrator (SAA) first.'
