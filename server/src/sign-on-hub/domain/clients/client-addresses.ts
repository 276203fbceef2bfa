const LOOPBACK_NAME = /^(.+\.)?localhost\.?$/i
/** Also as IPv6 addresses that contain an IPv4 address. */
const LOOPBACK_ADDRESS = /^(127\.|0\.|::1?$|::(ffff:)?(127\.|0\.|7f[\da-f]{2}:|0:))/i

/** True for a host name or an IP address of this machine. */
export function isLoopbackAddress(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return LOOPBACK_NAME.test(name) || LOOPBACK_ADDRESS.test(name)
}

/** Addresses of applications: https, or outside production http on this machine. */
export function isAllowedAddress(text: string, production: boolean): boolean {
  const url = URL.parse(text)
  if (url?.hash !== '' || url.username !== '' || url.password !== '' || text.includes('*')) return false
  const isLoopback = isLoopbackAddress(url.hostname)
  if (production) return url.protocol === 'https:' && !isLoopback
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}
