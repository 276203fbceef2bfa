/** Texts of the member area. Wrong registration details always get the same text, so that it reveals nothing. */
export const CODE_SENT =
  'If these details match a member with current coverage, a 6-digit code is on its way to the email address the plan has on file.'
export const NO_CODE =
  'No email after a few minutes? Check your spam folder, and make sure you typed everything as it appears on your ID card. It’s also possible that we have no email address for you, your coverage has ended, or you already have an account. Member Services can help.'
export function codeWrong(triesLeft: number): string {
  return `This code is incorrect. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`
}
export const CODES_USED_UP = 'There were too many wrong codes, so this registration has ended. Please start again.'
export const CODE_EXPIRED = 'The code has expired. Please start again, and we will send a new one.'
export const START_AGAIN = 'Please start your registration from the first page.'
export const REGISTERED_ALREADY = 'This member already has an account. Please sign in, or set a new password.'
export const TOO_MANY_FOR_MEMBER =
  'There were several attempts for this member ID today. Please try again tomorrow, or call Member Services.'
export const TOO_MANY_FROM_HERE =
  'There were too many attempts from your connection. Please try again in an hour, or call Member Services.'

export const BAD_BIRTH_DATE = 'Please enter a date in the past.'
export const CODE_DIGITS = 'Please enter the 6-digit code.'
export const TERMS_NEEDED = 'Please accept the terms of use.'

export const NO_MEMBER_RECORD = 'We could not find your coverage. Please call Member Services.'
export const NOT_IN_FAMILY = 'We could not find this person among those you can see.'
export const NO_CARD = 'There is no ID card to show because this coverage has ended.'
export const SEARCH_FOR_SOMETHING = 'Please enter a specialty, a ZIP code or a name.'
export const PROVIDER_NOT_LISTED = 'This provider is not in the directory.'
export const ENTER_ZIP = 'Please enter a ZIP code with five digits.'
