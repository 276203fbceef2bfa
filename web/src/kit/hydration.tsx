import { startTransition, useEffect, useState } from 'react'
import type { Field } from './hand-over.ts'

/**
 * A page whose first screen is in its HTML is seen, typed into and pressed before it works. What was typed and pressed
 * until then (web/public/content/early.js) is handed over afterwards: forms begin with what they hold themselves. A form
 * that is posted, a link and a menu need no code of the page and go their own way.
 */

/**
 * Whether the browser has the page, and not the HTML it came as. What waits for it comes in turns of its own: in one
 * with the page itself a slow phone would stand still for both.
 */
export function useWorks(): boolean {
  const [works, setWorks] = useState(isTakenOver)
  useEffect(() => startTransition(() => setWorks(true)), [])
  return works
}

/** What stood in the HTML is the browser's own page by now. */
export const isTakenOver = (): boolean => !import.meta.env.SSR && 'works' in document.documentElement.dataset

/** Stands behind everything else on a page, so that it is the last to be taken over. */
export function TakenOver({ root }: { root?: HTMLElement | undefined }) {
  useEffect(() => {
    if (!root) return
    // Not now: while React is at work, nothing that happens in the page makes it go on.
    goOn = () => setTimeout(handOver, 0, root)
    waitNoLonger()
  }, [root])
  return null
}

/** Parts of a page that are taken over, or come, after the rest of it: the page works when they do. */
export type Part = { isThere: boolean }
export const awaited = new Set<Part>()
let goOn: (() => void) | undefined

export function waitNoLonger(part?: Part): void {
  if (part) awaited.delete(part)
  if (awaited.size > 0 || !goOn) return
  goOn()
  goOn = undefined
}

function handOver(root: HTMLElement): void {
  document.documentElement.dataset.works = ''
  const typed = [...root.querySelectorAll<Field>('input, select, textarea')].filter(isTyped)
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  // Few are quicker than the page: what they need comes when somebody was.
  if (typed.length > 0 || pressed) void import('./hand-over.ts').then(({ repeat }) => repeat(typed, pressed))
}

/** By hand (early.js has kept it), or by a browser that remembers what stood in the field. */
const isTyped = (field: Field): boolean =>
  Object(field).typed || (field instanceof HTMLInputElement && field.value !== field.defaultValue)
