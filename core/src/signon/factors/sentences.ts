/** Texts about second factors. */

export const CODE_WRONG = 'This code is incorrect. Please try again.'
export const CODE_USED = 'This code was already used. Please wait for the next one.'
export const RECOVERY_CODE_WRONG = 'This recovery code is incorrect or was already used.'
export const EMAIL_CODE_OVER = 'This code no longer works. Please request a new one.'
export const EMAIL_CODES_USED_UP = 'We already sent several codes in the last hour. Please try again later.'
export const PASSKEY_REFUSED = 'This passkey could not be used. Please try again, or sign in another way.'
export const PASSKEY_UNKNOWN = 'We don’t recognize this passkey. Please sign in with your user name and password.'
export const PASSKEY_TOO_LATE = 'That took too long. Please try again.'
export const NO_PASSKEYS_HERE = 'Passkeys don’t work at this web address.'
export const NOT_OFFERED = 'This option is not available for your account.'
export const LAST_FACTOR = 'Your role needs a second factor. Please add another one before you remove this one.'
export const NOTHING_TO_REMOVE = 'This was already removed.'
export const NAME_NEEDED = 'Please enter a name.'
export const FIRST_A_FACTOR = 'You get recovery codes when you set up your first second factor.'
export function waitToProve(seconds: number): string {
  const time =
    seconds === 1 ? 'one second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `There were too many wrong codes. Please wait ${time} and try again.`
}
export const NEW_PASSWORD_NEEDED =
  'Please set a new password first. Choose “Forgot password” on the sign-in page, or call us if you get no email.'
export const TOO_MANY_CHALLENGES = 'There were too many requests from your connection. Please wait a few minutes.'

// Lost factors and unauthorized sign-ins
export const NOTICE_EXPIRED = 'This link has expired.'
export const NOTICE_USED = 'This link was already used.'
export const NOTICE_ENDED = 'This link no longer works.'
export const NOTICE_UNKNOWN = 'We could not find this link. Please open the link in our email again.'
export const RESET_CONFIRMED =
  'Thank you. We’ll reset your second factor in 24 hours. Until then, you can stop the reset with the link in our next email.'
export const RESET_STOPPED = 'The reset was stopped. Your second factor hasn’t changed.'
export const NOT_ME_DONE =
  'We secured your account. Every browser is signed out, and the password no longer works. We emailed you a link to set a new one.'
export const notMeAwaitsStaff = (phone: string) =>
  `We secured your account. Every browser is signed out, and the password no longer works. Please call us at ${phone}, so that our staff can confirm that the account is yours.`
export const NO_OWNER_CHECK = 'This account doesn’t wait for a confirmation.'
export const NOT_YOUR_OWN_CHECK = 'You can’t confirm your own account. Please ask another administrator.'
export const ADDRESS_NOT_OF_ACCOUNT = 'Please choose one of the addresses of this account.'
export const NO_FACTOR_TO_RESET = 'This person has no second factor.'
export const RESET_NOT_YOURS =
  'You can reset a person’s second factor only if you are the Senior Access Administrator for all of their access. Please contact Provider Services.'
export const NOT_YOUR_OWN_RESET = 'You can’t reset your own second factor. Please ask another administrator.'
export const NO_RESET = 'There is no reset to stop.'
