import { SIGNED_IN_COOKIE } from '@portico/core/constants'

/** Whether somebody is signed in in this browser, as far as a page can tell without asking the server. */
export const hasSignedInCookie = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie === `${SIGNED_IN_COOKIE}=1`)

/** The server knows of no session any more. */
export function clearSignedInCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser the portal is for
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`
}
