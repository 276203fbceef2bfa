import { startTransition, useEffect, useState } from 'react'
import type { Field } from './replay-input.ts'

/**
 * A page whose first screen is in its HTML is seen, typed into and pressed before it works. What was typed and pressed
 * until then (web/public/content/early.js) is handed over afterwards: forms begin with what they hold themselves. A form
 * that is posted, a link and a menu need no code of the page and go their own way.
 */

/**
 * Whether the browser has the page, and not the HTML it came as. What waits for it comes in turns of its own: in one
 * with the page itself a slow phone would stand still for both.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

/** What stood in the HTML is the browser's own page by now. */
export const isHydrated = (): boolean => !import.meta.env.SSR && 'works' in document.documentElement.dataset

/** Stands behind everything else on a page, so that it is the last to be taken over. */
export function HydrationMarker({ root }: { root?: HTMLElement | undefined }) {
  useEffect(() => {
    if (!root) return
    // Not now: while React is at work, nothing that happens in the page makes it go on.
    onAllReady = () => setTimeout(replayEarlyInput, 0, root)
    settlePart()
  }, [root])
  return null
}

/** Parts of a page that are taken over, or come, after the rest of it: the page works when they do. */
export type PendingPart = { isReady: boolean }
export const pendingParts = new Set<PendingPart>()
let onAllReady: (() => void) | undefined

export function settlePart(part?: PendingPart): void {
  if (part) pendingParts.delete(part)
  if (pendingParts.size > 0 || !onAllReady) return
  onAllReady()
  onAllReady = undefined
}

function replayEarlyInput(root: HTMLElement): void {
  document.documentElement.dataset.works = ''
  const typed = [...root.querySelectorAll<Field>('input, select, textarea')].filter(isTyped)
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  // Few are quicker than the page: what they need comes when somebody was.
  if (typed.length > 0 || pressed)
    void import('./replay-input.ts').then(({ replayInput }) => replayInput(typed, pressed))
}

/** By hand (early.js has kept it), or by a browser that remembers what stood in the field. */
const isTyped = (field: Field): boolean =>
  Object(field).typed || (field instanceof HTMLInputElement && field.value !== field.defaultValue)
