import { SIGNED_IN_COOKIE } from '@portico/core/constants'

/** A hint that the browser is signed in, without asking the server. */
export const hasSignedInCookie = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie === `${SIGNED_IN_COOKIE}=1`)

/** The server has no session. */
export function clearSignedInCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser the portal is for
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`
}
