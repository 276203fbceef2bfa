import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { type PendingPart, pendingParts, settlePart } from './hydration.tsx'

/** A part of the page in its own chunk. */
export function LazyPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const part = useRef<PendingPart>({ isReady: false }).current
  useLayoutEffect(() => {
    if (!part.isReady) pendingParts.add(part)
    return () => settlePart(part)
  }, [part])
  return (
    <Suspense fallback={fallback}>
      {children}
      <MarkReady part={part} />
    </Suspense>
  )
}

function MarkReady({ part }: { part: PendingPart }) {
  useEffect(() => {
    part.isReady = true
    settlePart(part)
  }, [part])
  return null
}
