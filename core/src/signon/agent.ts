/**
 * The sign-on agent takes the form post of a login page. It answers with a redirect, or with a page that continues to an
 * application. The login form, the server and the API documentation use this declaration.
 */

export const SIGN_ON_PATH = '/siteminderagent/forms/login.fcc'

/** Query parameters of a login page, set by the sign-on agent and the logout address. */
export const LOGIN_NOTICES = {
  /** The user name or password was wrong. */
  error: 'error',
  /** With `error`: `reason=wait` after too many attempts, `reason=captcha` without a solved Captcha. */
  reason: 'reason',
  /** With `reason=wait`: seconds until the next attempt for this user name. */
  seconds: 'seconds',
  /** The next attempt needs this Captcha: `altcha`, or the site key of an external provider. */
  captcha: 'captcha',
  expired: 'expired',
  signedOut: 'signedout',
} as const

/** A form field. A missing or repeated field counts as empty. */
type Field = { says: string /** Maximum number of characters; the rest is ignored. */; atMost?: number }

export type SignOnField = 'USER' | 'PASSWORD' | 'captchaRes' | 'SMENC' | 'SMLOCALE' | 'SMAGENTNAME' | 'TARGET'

const fields: Record<SignOnField, Field> = {
  USER: { says: 'The user name, not case-sensitive.', atMost: 200 },
  PASSWORD: { says: 'The password.', atMost: 200 },
  captchaRes: { says: 'The answer to the Captcha, if one is required.', atMost: 10_000 },
  SMENC: { says: 'The encoding, `UTF-8`; ignored.' },
  SMLOCALE: { says: 'The locale, `US-EN`; ignored.' },
  SMAGENTNAME: { says: 'The name that `getSmAgentId` returns; ignored.' },
  TARGET: { says: 'The page to open, as an exact path of the portal. Any other value leads to home.' },
}

export const signOnAgent = {
  method: 'POST',
  path: SIGN_ON_PATH,
  says: 'Signs a user in. Only pages of the portal can post to it.',
  access: 'public',
  contentType: 'application/x-www-form-urlencoded',
  /** Maximum size of the form in bytes. */
  bodyLimit: 16 * 1024,
  fields,
  status: 302,
  /** Targets of the redirect. */
  leadsTo: [
    'TARGET if it is a page of the user’s area that the user can open, otherwise the area’s home; with the cookies of a new session. A user with only pending requests: the status page.',
    'The area’s factor page with `?TARGET=` if a second factor is due. The session opens no other page until it is proved or set up.',
    'The login page of TARGET’s area with `?error=1` if the user name or password is wrong or the account is not open.',
    'The same with `?error=1&reason=wait` after too many attempts from a network address, or with `seconds` to wait for the user name.',
    'The same with `?error=1&reason=captcha` if a required Captcha was not solved. `captcha` beside `error` names the Captcha of the next attempt.',
  ],
  /** Instead of a redirect. */
  continues:
    'A sign-in to an application that began in this browser: returns 200 with a page that continues to it by GET. Browsers apply the content security policy to redirects after a form.',
} as const
