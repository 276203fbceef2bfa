import { Button } from './button.tsx'

type PagerProps = { page: number; pageSize: number; total: number; label: string; onPage: (page: number) => void }

/** Back and forth through a list that comes in pages; nothing when one page holds it all. */
export function Pager({ page, pageSize, total, label, onPage }: PagerProps) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  if (last === 0) return null
  const from = page * pageSize + 1
  const to = Math.min(total, (page + 1) * pageSize)
  return (
    <nav className="pager" aria-label={label}>
      <Button look="line" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <p role="status">
        {from.toLocaleString('en-US')}–{to.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
      <Button look="line" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
