import { useEffect } from 'react'
import { useLocation } from '../router/router.tsx'
import type { Shortcuts } from './shortcuts.tsx'

/** Moves the focus to the next or previous row's link. */
function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.by-row tbody tr td:last-child a')]
  const here = links.findIndex((link) => link.matches(':focus'))
  const next = here < 0 ? links[by > 0 ? 0 : links.length - 1] : links[here + by]
  next?.focus()
}

/** Search field of the page's main list. */
const focusSearch = () => document.querySelector<HTMLInputElement>('.by-row input[type="search"]')?.focus()

/** Shortcuts of a list whose rows open something. */
export const ROW_KEYS: Shortcuts = {
  j: { label: 'Next row', run: () => moveRow(1) },
  k: { label: 'Previous row', run: () => moveRow(-1) },
  '/': { label: 'Search', run: focusSearch },
}

/** Opens a list with the focus in its search field. */
export const SEARCH_HASH = '#search'

const isSearch = (at: EventTarget | null) => at instanceof Element && at.matches('.by-row input[type="search"]')

/** Enter in the search field moves to the first row. */
export function useRowKeys(): void {
  const { hash } = useLocation()
  // Set by the shortcut of an opened item.
  useEffect(() => {
    if (hash === SEARCH_HASH) focusSearch()
  }, [hash])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isSearch(event.target)) return
      event.preventDefault()
      moveRow(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
