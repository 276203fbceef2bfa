import { writeCount, writeTotal } from '@portico/core/forms/amounts'
import type { Counted } from '@portico/core/shapes'
import { useRef } from 'react'
import { Button } from './button.tsx'

type PagerProps = {
  page: number
  /** The page requested last. Two clicks move two pages even if the first is not shown yet. */
  pageNow: () => number
  pageSize: number
  counted: Counted
  label: string
  onPage: (page: number) => void
}

/** Moves through the pages of the list above. Renders nothing if there is only one page. */
export function Pager({ page, pageNow, pageSize, counted, label, onPage }: PagerProps) {
  const pager = useRef<HTMLElement>(null)
  // 'more than' means at least one more.
  const total = counted.roughly === 'more than' ? counted.total + 1 : counted.total
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  if (last === 0) return null
  const from = page * pageSize + 1
  const to = Math.min(total, (page + 1) * pageSize)
  const movePage = (by: 1 | -1) => {
    const target = Math.min(last, Math.max(0, pageNow() + by))
    onPage(target)
    if (pager.current) scrollToListTop(pager.current, target === 0 || target === last)
  }
  return (
    <nav className="pager" aria-label={label} ref={pager}>
      <Button look="line" disabled={page === 0} onClick={() => movePage(-1)}>
        Previous
      </Button>
      <p role="status">
        {writeCount(from)}–{writeCount(to)} of {writeTotal(counted)}
      </p>
      <Button look="line" disabled={page >= last} onClick={() => movePage(1)}>
        Next
      </Button>
    </nav>
  )
}

/** The button keeps the focus if it is visible and enabled; otherwise the list gets it. */
function scrollToListTop(pager: HTMLElement, atAnEnd: boolean): void {
  const list = pager.previousElementSibling
  if (!(list instanceof HTMLElement)) return
  if (list.getBoundingClientRect().top < 0) list.scrollIntoView()
  const inView = pager.getBoundingClientRect().bottom <= window.innerHeight
  if (!inView || atAnEnd) list.focus({ preventScroll: true })
}
