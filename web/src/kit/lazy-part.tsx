import { type ReactNode, Suspense, useId, useLayoutEffect } from 'react'
import { HydrationMarker, pendingParts, settlePart } from './hydration.tsx'

/** A part of the page in its own chunk. */
export function LazyPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const part = useId()
  useLayoutEffect(() => {
    pendingParts.add(part)
    return () => settlePart(part)
  }, [part])
  return (
    <Suspense fallback={fallback}>
      {children}
      <HydrationMarker part={part} />
    </Suspense>
  )
}
