/**
 * The sign-on agent: no call, but where the form of a login page is posted to, and what it answers with is a redirect.
 * The login form has these fields, the server reads them by this declaration, and the API's documents describe it.
 */

export const SIGN_ON_PATH = '/siteminderagent/forms/login.fcc'

/** Query parameters the sign-on agent and the logout address put on a login page. */
export const LOGIN_NOTICES = {
  /** The user name or the password was wrong. */
  error: 'error',
  /** Beside `error`: there were too many tries, `reason=wait`; the Captcha was not solved, `reason=captcha`. */
  reason: 'reason',
  /** Beside `reason=wait`: how long the next try for this user name has to wait. */
  seconds: 'seconds',
  /** The next try needs a Captcha: `altcha`, or the site key of an outside one. */
  captcha: 'captcha',
  expired: 'expired',
  signedOut: 'signedout',
} as const

/** A field of the form; one that is missing, or given more than once, is empty. */
type Field = { says: string /** Characters that are read; the rest is cut off. */; atMost?: number }

export type SignOnField = 'USER' | 'PASSWORD' | 'captchaRes' | 'SMENC' | 'SMLOCALE' | 'SMAGENTNAME' | 'TARGET'

const fields: Record<SignOnField, Field> = {
  USER: { says: 'The user name; capital and small letters are the same.', atMost: 200 },
  PASSWORD: { says: 'The password.', atMost: 200 },
  captchaRes: { says: 'The answer to the Captcha, where one was asked for.', atMost: 10_000 },
  SMENC: { says: 'The encoding, `UTF-8`; not read.' },
  SMLOCALE: { says: 'The locale, `US-EN`; not read.' },
  SMAGENTNAME: { says: 'The name `getSmAgentId` gives; not read.' },
  TARGET: { says: 'The page to open: a path of the portal, letter for letter. Any other leads to the home page.' },
}

export const signOnAgent = {
  method: 'POST',
  path: SIGN_ON_PATH,
  says: 'Signs somebody on. Only pages of the portal may post to it.',
  access: 'public',
  contentType: 'application/x-www-form-urlencoded',
  /** Bytes a form may have. */
  bodyLimit: 16 * 1024,
  fields,
  status: 302,
  /** Where the answer leads, in its `location`. */
  leadsTo: [
    'TARGET where it is a page of the person’s own area that they may open, its home page otherwise; with the cookies of a new session. Somebody whose requests all wait: their requests page.',
    'The area’s factor page with `?TARGET=`, where a second factor is due: the session opens nothing else before it is proved or set up.',
    'The login page of the area TARGET lies in with `?error=1`, where user name or password is wrong or the account is not open.',
    'The same with `?error=1&reason=wait` after too many tries from an address; with `seconds`, how long, where it is for the user name.',
    'The same with `?error=1&reason=captcha` where a Captcha is needed and was not solved. `captcha` beside `error` names the Captcha that the next try needs.',
  ],
} as const
