import type { ReactNode } from 'react'

export const WIDTH = 486
const HEIGHT = 306

/** One side of a card, in the proportions of a bank card. `label` says all that is drawn on it. */
export function CardFace({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className="id-card" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect className="paper" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="18" />
      {children}
    </svg>
  )
}
