import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { awaited, type Part, waitNoLonger } from './hydration.tsx'

/** What comes in a file of its own. */
export function LaterPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const part = useRef<Part>({ isThere: false }).current
  useLayoutEffect(() => {
    if (!part.isThere) awaited.add(part)
    return () => waitNoLonger(part)
  }, [part])
  return (
    <Suspense fallback={fallback}>
      {children}
      <IsThere part={part} />
    </Suspense>
  )
}

function IsThere({ part }: { part: Part }) {
  useEffect(() => {
    part.isThere = true
    waitNoLonger(part)
  }, [part])
  return null
}
