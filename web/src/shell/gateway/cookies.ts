import { HOST_COOKIE_PREFIX } from '@portico/core/constants'

/** Production cookies have a prefix. Such a cookie comes first, because another host of the domain cannot have set it. */
export function readCookie(name: string): string | undefined {
  const cookies = document.cookie.split('; ')
  const find = (start: string) => cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
  return find(`${HOST_COOKIE_PREFIX}${name}=`) ?? find(`${name}=`)
}

export function clearCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser the portal is for
  document.cookie = `${name}=; Path=/; Max-Age=0`
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser the portal is for
  document.cookie = `${HOST_COOKIE_PREFIX}${name}=; Path=/; Max-Age=0; Secure`
}
