import { now } from '#kit/clock.ts'

/** Session data in localStorage, which all tabs share. Separate from the session clock, which loads later. */

export const ENDED = 0

/** Time of this browser's last call in the area. */
export const lastCallKey = (areaName: string) => `portico.${areaName}.last-call`
/** Time of the last sign-out. */
const signedOutKey = (areaName: string) => `portico.${areaName}.signed-out`

const readTime = (key: string): number => Number(localStorage.getItem(key) ?? ENDED)

/** This browser was signed in to the area and has not seen the end. A new visitor has no session that could expire. */
export const wasSignedIn = (areaName: string): boolean =>
  readTime(lastCallKey(areaName)) > readTime(signedOutKey(areaName))

export function recordCall(areaName: string): void {
  localStorage.setItem(lastCallKey(areaName), String(now()))
}

/** A session ended by signing out has not expired. Other tabs leave their pages. */
export function recordSignOut(areaName: string): void {
  localStorage.setItem(signedOutKey(areaName), String(now()))
}

/** The server has no such session. */
export function markSessionEnded(areaName: string): void {
  localStorage.setItem(lastCallKey(areaName), String(ENDED))
}

/**
 * Runs when another tab may have changed the shared data. The `storage` event comes after the change is readable here,
 * and after the other tab was left. A tab that was frozen meanwhile checks when it is shown.
 */
export function watchOtherTabs(onChange: () => void): () => void {
  // Only when visible: a page that is being left is hidden too and must not react.
  const onVisible = () => {
    if (document.visibilityState === 'visible') onChange()
  }
  window.addEventListener('storage', onChange)
  window.addEventListener('pageshow', onChange)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener('pageshow', onChange)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** True if any tab signed out of the area after the given time. */
export function wasSignedOutSince(areaName: string, since: number): boolean {
  const time = readTime(signedOutKey(areaName))
  // A time to come is from before the machine's clock was set back.
  return time > since && time <= now()
}

/** Runs when another tab has signed out of the area since the given time. */
export function watchSignOut(areaName: string, since: number, onSignedOut: () => void): () => void {
  const check = () => {
    if (wasSignedOutSince(areaName, since)) onSignedOut()
  }
  check()
  return watchOtherTabs(check)
}
