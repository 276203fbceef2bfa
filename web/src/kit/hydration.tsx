import { type ReactNode, startTransition, useEffect, useInsertionEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { handOverInput } from './hand-over-input.ts'

let isHydrating = false

/** Hydrates in a transition: the first screen is visible, and scrolling and typing stay responsive. */
export function hydrateScreen(root: HTMLElement, tree: ReactNode): void {
  isHydrating = true
  startTransition(() => {
    hydrateRoot(root, tree)
  })
}

/** True after hydration. Dependent parts render in a later transition, so that a slow phone is not blocked twice. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

export const isHydrated = (): boolean => !import.meta.env.SSR && 'works' in document.documentElement.dataset

/** Parts that hydrate or load after the rest. The page is ready when all of them are. */
export const pendingParts = new Set<string>()
let isRootReady = false

export function settlePart(part: string | undefined): void {
  if (part) pendingParts.delete(part)
  else isRootReady = true
  if (pendingParts.size > 0 || !isRootReady) return
  isRootReady = false
  // Later, when forms have rendered the input that they were handed.
  setTimeout(startClicks)
}

/** Rendered last in the page and in each part, so that it hydrates last. */
export function HydrationMarker({ part }: { part?: string }) {
  useInsertionEffect(() => {
    if (isHydrating) handOverInput()
  }, [])
  useEffect(() => settlePart(part), [part])
  return null
}

/** Ends the recording of clicks by early.js and repeats the recorded one. */
function startClicks(): void {
  isHydrating = false
  document.documentElement.dataset.works = ''
  const pressed = document.querySelector<HTMLElement>('[data-pressed]')
  delete pressed?.dataset.pressed
  pressed?.click()
}
