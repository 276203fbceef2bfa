/** What a browser keeps of its sessions from page to page; the clock itself comes with the first of them. */

export const ENDED = 0

/** When this browser last made a call of the area, for as long as its session may live. */
export const lastCallKeyOf = (areaName: string) => `portico.${areaName}.last-call`
const leftKeyOf = (areaName: string) => `portico.${areaName}.signed-out`

/** Whether this browser has been signed in to the area and not heard of the end yet: a newcomer has nothing to expire. */
export function wasSignedIn(areaName: string): boolean {
  const hasLeft = localStorage.getItem(leftKeyOf(areaName)) !== null
  return !hasLeft && Number(localStorage.getItem(lastCallKeyOf(areaName)) ?? ENDED) !== ENDED
}

/** The person has signed out: what ended has not expired. */
export function noteSignOut(areaName: string): void {
  localStorage.setItem(leftKeyOf(areaName), 'yes')
}

/** The person is signed in again. */
export function forgetSignOut(areaName: string): void {
  localStorage.removeItem(leftKeyOf(areaName))
}

/** The server knows of no such session. */
export function forgetSession(areaName: string): void {
  localStorage.setItem(lastCallKeyOf(areaName), String(ENDED))
}
