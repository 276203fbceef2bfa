import { type ReactNode, useState } from 'react'
import { useHydrated } from './hydration.tsx'

const WIDE = '(min-width: 761px)'

/** A part beside the main one: there on a wide screen, one line on a phone until it is opened. */
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
