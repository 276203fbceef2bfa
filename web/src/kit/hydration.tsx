import { startTransition, useEffect, useState } from 'react'
import type { Field } from './replay-input.ts'

/**
 * A page with a first screen in its HTML can be typed into and clicked before hydration. early.js records that input,
 * and it is replayed afterwards because forms start with their own values. Posted forms, links and menus work without
 * the page's code.
 */

/** True after hydration. Dependent parts render in a later transition, so that a slow phone is not blocked twice. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

export const isHydrated = (): boolean => !import.meta.env.SSR && 'works' in document.documentElement.dataset

/** Rendered last, so that it hydrates last. */
export function HydrationMarker({ root }: { root?: HTMLElement | undefined }) {
  useEffect(() => {
    if (!root) return
    // Wait: events during React's commit do not trigger hydration.
    onAllReady = () => setTimeout(replayEarlyInput, 0, root)
    settlePart()
  }, [root])
  return null
}

/** Parts that hydrate or load after the rest. The page is ready when all of them are. */
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
  // Loaded only if there was early input.
  if (typed.length > 0 || pressed)
    void import('./replay-input.ts').then(({ replayInput }) => replayInput(typed, pressed))
}

/** Typed by the user (recorded by early.js) or restored by the browser. */
const isTyped = (field: Field): boolean =>
  Object(field).typed || (field instanceof HTMLInputElement && field.value !== field.defaultValue)
