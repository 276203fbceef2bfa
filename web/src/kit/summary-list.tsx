import type { ReactNode } from 'react'

export type SummaryItem = { term: string; value: ReactNode }

type SummaryListProps = { items: readonly SummaryItem[]; across?: boolean; className?: string }

/** Terms and values below each other, or side by side with `across`. */
export function SummaryList({ items, across, className = across ? 'summary across' : 'summary' }: SummaryListProps) {
  return (
    <dl className={className}>
      {items.map((item) => (
        <div key={item.term}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
