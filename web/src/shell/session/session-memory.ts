/** Session data in localStorage. Separate from the clock, which loads later. */

export const ENDED = 0

/** Time of this browser's last call in the area. */
export const lastCallKey = (areaName: string) => `portico.${areaName}.last-call`
const signedOutKey = (areaName: string) => `portico.${areaName}.signed-out`

/** This browser was signed in to the area and has not seen the end. A new visitor has no session that could expire. */
export function wasSignedIn(areaName: string): boolean {
  const hasSignedOut = localStorage.getItem(signedOutKey(areaName)) !== null
  return !hasSignedOut && Number(localStorage.getItem(lastCallKey(areaName)) ?? ENDED) !== ENDED
}

/** A session ended by signing out has not expired. */
export function recordSignOut(areaName: string): void {
  localStorage.setItem(signedOutKey(areaName), 'yes')
}

export function clearSignOut(areaName: string): void {
  localStorage.removeItem(signedOutKey(areaName))
}

/** The server has no such session. */
export function markSessionEnded(areaName: string): void {
  localStorage.setItem(lastCallKey(areaName), String(ENDED))
}
