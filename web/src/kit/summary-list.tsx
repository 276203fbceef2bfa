import type { ReactNode } from 'react'

export type SummaryItem = { term: string; value: ReactNode }

/** Names and values, one below the other or, `across`, side by side. */
export function SummaryList({ items, across }: { items: readonly SummaryItem[]; across?: boolean }) {
  return (
    <dl className={across ? 'summary across' : 'summary'}>
      {items.map((item) => (
        <div key={item.term}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
