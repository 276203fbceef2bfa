import { type ReactNode, useState } from 'react'

const WIDE = '(min-width: 761px)'

/** A part beside the main one: there on a wide screen, one line on a phone until it is opened. */
export function FoldedCard({ heading, children }: { heading: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches)
  return (
    <details className="card folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      {isOpen && children}
    </details>
  )
}
