import type { ReactNode } from 'react'

export type SummaryItem = { term: string; value: ReactNode }

type SummaryListProps = { items: readonly SummaryItem[]; across?: boolean; className?: string }

/** Names and values, one below the other or, `across`, side by side. */
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
