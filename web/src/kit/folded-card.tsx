import { type ReactNode, useState } from 'react'
import { useHydrated } from './hydration.tsx'

const WIDE = '(min-width: 761px)'

/** A side card: open on a wide screen, collapsed on a phone. */
export function FoldedCard({ heading, children }: { heading: string; children: ReactNode }) {
  const [chosen, setOpen] = useState<boolean>()
  const works = useHydrated()
  const isOpen = chosen ?? (works && matchMedia(WIDE).matches)
  return (
    <details className="card folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      {isOpen && children}
    </details>
  )
}
