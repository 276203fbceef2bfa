/** Texts that several areas share and the specification leaves open. */

// Accounts
export const USER_NAME_TAKEN = 'This user name is already in use. Please choose another one.'
export const COMMON_PASSWORD = 'This password is too common and easily guessed. Please choose another one.'
export const USER_NAME_CHARACTERS = 'A user name can have letters and digits only.'
export const passwordTooLong = (length: number): string =>
  `Your password has ${length} characters. The limit is 16; nothing was cut off.`
export const PHONE_TOO_LONG = 'A phone number has 10 digits. Enter the extension in its own field.'
export const EXTENSION_DIGITS = 'Extension can have up to 6 digits.'
export const AMOUNT_STYLE = 'Please enter dollars and cents, for example 125.00.'
export const QUESTION_REPEATED = 'Please choose a different question each time.'
export const QUESTION_UNKNOWN = 'Please choose a question from the list.'
export const HIDDEN_CHARACTERS = 'Please remove line breaks and other hidden characters from what you entered.'
export const TEXT_DIRECTION =
  'This name contains a hidden character that changes the direction of text. Please type the name again.'
export function tooLong(max: number): string {
  return `Please use ${max} characters or fewer.`
}

// Links: request to the provider (498 expired, 407 decided or used, 406 unknown)
export const REQUEST_LINK_EXPIRED = 'This request has expired. The person who asked for access can send a new one.'
export const REQUEST_LINK_USED = 'This request has already been decided. You don’t need to do anything else.'
export const REQUEST_LINK_UNKNOWN =
  'We could not find this request. Please open the link in our email again, or use the latest email if there are several.'

// Links: activation (406 for all three)
export const ACTIVATION_LINK_EXPIRED = 'This activation link has expired. Please ask for a new one.'
export const ACTIVATION_LINK_USED = 'This activation link has already been used. You can sign in with your user name.'
/** The inviter has lost the right to invite. */
export const INVITATION_OVER =
  'This invitation is no longer open. Please ask the office that invited you to send a new one.'
export const ACTIVATION_LINK_UNKNOWN =
  'We could not find this activation link. Please open the link in our email again, or use the latest email if there are several.'

// Requests of anonymous visitors
export const TOO_MANY_REQUESTS =
  'Too many requests for this provider came from your connection today. Please try again tomorrow, or call Provider Services.'
// Mail that an anonymous visitor can trigger
export const TOO_MUCH_MAIL = 'We have already sent several emails to this address today. Please try again tomorrow.'
