/** What a browser keeps of its sessions from page to page; the clock itself comes with the first of them. */

export const ENDED = 0

/** When this browser last made a call of the area, for as long as its session may live. */
export const lastCallKey = (areaName: string) => `portico.${areaName}.last-call`
const signedOutKey = (areaName: string) => `portico.${areaName}.signed-out`

/** Whether this browser has been signed in to the area and not heard of the end yet: a newcomer has nothing to expire. */
export function wasSignedIn(areaName: string): boolean {
  const hasSignedOut = localStorage.getItem(signedOutKey(areaName)) !== null
  return !hasSignedOut && Number(localStorage.getItem(lastCallKey(areaName)) ?? ENDED) !== ENDED
}

/** The person has signed out: what ended has not expired. */
export function recordSignOut(areaName: string): void {
  localStorage.setItem(signedOutKey(areaName), 'yes')
}

/** The person is signed in again. */
export function clearSignOut(areaName: string): void {
  localStorage.removeItem(signedOutKey(areaName))
}

/** The server knows of no such session. */
export function markSessionEnded(areaName: string): void {
  localStorage.setItem(lastCallKey(areaName), String(ENDED))
}
