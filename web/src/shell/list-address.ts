import { useDeferredValue } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Sort } from '../kit/data-table.tsx'

type ListQuery<Filter, Key> = {
  [Field in keyof Filter]: Exclude<Filter[Field], ''> | undefined
} & { sort: Key; descending: 'true' | 'false'; page: string }

export type ListAddress<Filter, Key extends string = string> = {
  filter: Filter
  sort: Sort<Key>
  page: number
  /** Goes back to the first page: another filter is another list. */
  setFilter: (part: Partial<Filter>) => void
  setSort: (sort: Sort<Key>) => void
  setPage: (page: number) => void
  /** For the call that reads the list; typing does not wait for it. The server refuses what an address made up. */
  query: ListQuery<Filter, Key>
}

/**
 * Filter, order and page of a list, kept in the page's address: Back from an opened row finds the list as it was, and
 * a colleague can be sent the link. What is as usual is left out of it.
 */
export function useListAddress<Filter extends Record<string, string>, Key extends string>(
  usual: Filter,
  usualSort: Sort<Key>,
): ListAddress<Filter, Key> {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const filter = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, params.get(name) ?? value]),
  ) as Filter
  const sort = { key: (params.get('sort') as Key | null) ?? usualSort.key, descending: isDescending(params, usualSort) }
  const page = Number(params.get('page') ?? 0) || 0

  const write = (wanted: { filter: Filter; sort: Sort<Key>; page: number }) => {
    // What was typed just before a link was followed must not lead back here.
    if (!isListAddress(pathname, [...Object.keys(usual), ...ORDER])) return
    const next = new URLSearchParams()
    for (const [name, value] of Object.entries(wanted.filter)) if (value !== usual[name]) next.set(name, value)
    if (wanted.sort.key !== usualSort.key) next.set('sort', wanted.sort.key)
    if (wanted.sort.descending !== usualSort.descending) next.set('descending', String(wanted.sort.descending))
    if (wanted.page > 0) next.set('page', String(wanted.page))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const query = useDeferredValue(
    JSON.stringify({ ...filter, sort: sort.key, descending: String(sort.descending), page: String(page) }),
  )
  return {
    filter,
    sort,
    page,
    setFilter: (part) => write({ filter: { ...filter, ...part }, sort, page: 0 }),
    setSort: (wanted) => write({ filter, sort: wanted, page: 0 }),
    setPage: (wanted) => write({ filter, sort, page: wanted }),
    query: JSON.parse(query),
  }
}

const ORDER = ['sort', 'descending', 'page']

/** Still this page, and nothing opened from the list: such an address has a parameter the list knows nothing of. */
function isListAddress(pathname: string, known: string[]): boolean {
  const names = [...new URLSearchParams(location.search).keys()]
  return location.pathname === pathname && names.every((name) => known.includes(name))
}

function isDescending(params: URLSearchParams, usual: Sort): boolean {
  const given = params.get('descending')
  return given === null ? usual.descending : given === 'true'
}
