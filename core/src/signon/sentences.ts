/** Texts about accounts and signing in. */

export const TOO_MANY_SIGN_INS = 'There were too many attempts. Please wait a minute and try again.'
export const SIGN_IN_NEEDS_CAPTCHA =
  'There were several failed attempts for this user name. Please enter your user name and password again and complete the Captcha.'
export function waitToSignIn(seconds: number): string {
  const time =
    seconds === 1 ? 'one second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `There were too many failed attempts for this user name. Please wait ${time} and try again.`
}

/** Reply to a call of a half-signed session. */
export const FACTOR_DUE = 'Please finish signing in with your second factor.'

/** For a call that needs a recent proof of identity, and for a user who cancels it. */
export const STEP_UP = 'Please confirm it’s you.'
export const STEP_UP_CANCELED = 'You didn’t confirm your identity, so nothing was changed.'

// Forgotten password and user name: the reply is the same for unknown ones.
export const RESET_MAIL_SENT =
  'If we have an account with this user name, we emailed a link to set a new password. The link expires in 30 minutes.'
export const USER_NAME_MAIL_SENT = 'If we have accounts with this email address, we emailed their user names to it.'
export const TOO_MANY_RECOVERIES = 'We have already sent several emails for this today. Please try again tomorrow.'
export const TOO_MANY_NEW_EMAILS =
  'You have already changed your email address several times today. Please try again tomorrow.'
export const TOO_MANY_FROM_ADDRESS =
  'There were too many requests from your connection. Please wait a few minutes and try again.'
export const RESET_LINK_EXPIRED = 'This link has expired. Please request a new one.'
export const RESET_LINK_USED = 'This link has already been used. Please sign in, or request a new link.'
export const RESET_LINK_ENDED =
  'This link no longer works. We sent a newer one, the password was changed, or there were too many wrong answers. Please request a new one.'
export const RESET_LINK_UNKNOWN =
  'We could not find this link. Please open the link in our email again, or use the latest email if there are several.'
export const ANSWER_TWO = 'Please answer at least two of the questions.'
export function answersWrong(triesLeft: number): string {
  const tries = triesLeft === 1 ? 'one more try' : `${triesLeft} more tries`
  return `Your answers do not match our records. You have ${tries}.`
}

// Profile
export const CURRENT_PASSWORD_WRONG = 'Your current password is incorrect. Please try again.'
export const CURRENT_PASSWORD_NEEDED = 'Please enter your current password to change your email address.'
export const PASSWORD_UNCHANGED = 'Please choose a password that is different from your current one.'

// Plan staff who sign in through the plan's directory
export const WORK_ACCOUNT = 'Sign in with your work account'
export const DIRECTORY_AWAY =
  'We can’t reach the sign-in of your work account right now. Please try again in a few minutes. If it stays away, call your help desk.'
export const DIRECTORY_REFUSED =
  'Your work account did not sign you in. Please try again. If it happens again, call your help desk.'
export const DIRECTORY_AGAIN = 'This sign-in took too long or began in another window. Please try again.'
export const NOT_INVITED =
  'Your work account has no access to this portal. Please use the link in your invitation, or ask an administrator for one.'
export const INVITED_BY_WORK_ACCOUNT =
  'Please open the link in your invitation again and sign in with your work account.'
export const DOOR_LINK_OVER = 'This link no longer works. Please ask your operator for a new one.'
