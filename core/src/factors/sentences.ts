/** Sentences about second factors. */

export const CODE_WRONG = 'This code is not right. Please try again.'
export const CODE_USED = 'This code was used already. Please wait for the next one.'
export const RECOVERY_CODE_WRONG = 'This recovery code is not right, or was used already.'
export const EMAIL_CODE_OVER = 'This code is no longer good. Please ask for a new one.'
export const EMAIL_CODES_USED_UP = 'We have sent several codes within the hour. Please try again later.'
export const PASSKEY_REFUSED = 'This passkey could not be used. Please try again, or sign in another way.'
export const PASSKEY_UNKNOWN = 'We do not know this passkey. Please sign in with your user name and password.'
export const PASSKEY_TOO_LATE = 'That took too long. Please try again.'
export const NO_PASSKEYS_HERE = 'Passkeys cannot be used at this address.'
export const NOT_OFFERED = 'This way is not available for your account.'
export const LAST_FACTOR = 'Your role needs a second factor. Please add another one before you remove this one.'
export const NOTHING_TO_REMOVE = 'This was removed already.'
export const NAME_NEEDED = 'Please enter a name.'
export const FIRST_A_FACTOR = 'Recovery codes come with your first second factor.'
export function waitToProve(seconds: number): string {
  const time =
    seconds === 1 ? 'one second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `There were too many wrong codes. Please wait ${time} and try again.`
}
export const NEW_PASSWORD_NEEDED = 'Please set a new password first. We have sent a link to your email address.'
export const TOO_MANY_CHALLENGES = 'There were too many requests from your connection. Please wait a few minutes.'

// Lost it, or it was somebody else
export const NOTICE_EXPIRED = 'This link has expired.'
export const NOTICE_USED = 'This link was used already.'
export const NOTICE_ENDED = 'This link no longer works.'
export const NOTICE_UNKNOWN = 'We could not find this link. Please open the link in our email again.'
export const RESET_CONFIRMED =
  'Thank you. Your second factor is reset in 24 hours. Until then you can still stop it with the link in our next email.'
export const RESET_STOPPED = 'The reset is stopped. Your second factor stays as it is.'
export const NOT_ME_DONE =
  'Every session of your account was ended, and your password no longer works. We have sent you an email with a link to set a new one.'
export const NO_FACTOR_TO_RESET = 'This person has no second factor.'
export const RESET_NOT_YOURS =
  'You can reset the second factor only of people all of whose access lies with you as their Senior Access Administrator. Please ask Provider Services.'
export const NOT_YOUR_OWN_RESET = 'Somebody else has to ask for your second factor to be reset.'
export const NO_RESET = 'There is no reset to stop.'
