import type { Sort } from '../../kit/data-table.tsx'
import { navigate, useLocation } from '../router/router.tsx'
import {
  type Asked,
  type Fields,
  type Filter,
  type Given,
  type ListChange,
  type ListDeclaration,
  type ListState,
  readList,
  writeList,
} from './list-declaration.ts'

export type ListAddress<Told extends Fields = Fields, SortKey extends string = string> = ListState<Told> & {
  /** Something of the filter is not as usual. */
  narrowed: boolean
  /** Back leads to the list as it was before. */
  setFilter: (part: Given<Told>) => void
  /** The same while somebody types: Back does not go through what was half typed. */
  typeFilter: (part: Given<Told>) => void
  /** What a field needs that chooses a value of the filter, or is typed into. */
  chosen: <Name extends keyof Told & string>(name: Name) => InFilter<Told, Name> & { onPick: (value: string) => void }
  typed: <Name extends keyof Told & string>(name: Name) => InFilter<Told, Name> & { onSearch: (value: string) => void }
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  /** As the address has it by now, which may be ahead of what is shown. */
  now: () => ListState<Told>
  asked: Asked<Told, SortKey>
}

type InFilter<Told extends Fields, Name extends keyof Told> = { name: Name; value: Filter<Told>[Name] }

/** What a list wrote last: it stands in the address before the page shows it. */
let written = ''
const addressNow = () => location.pathname + location.search
const placeNow = () => ({ search: location.search, state: history.state?.usr })

/**
 * Filter, order and page of a list, kept in the page's address: Back and reload find the list as it was, and a
 * colleague can be sent the link. What is as usual is left out of it.
 */
export function useListAddress<const Told extends Fields, const SortKey extends string = never>(
  list: ListDeclaration<Told, SortKey>,
): ListAddress<Told, SortKey> {
  const shown = useLocation()
  const write = (change: ListChange, replace = false) => {
    // What was typed just before a link was followed must not lead back here.
    if (addressNow() !== shown.pathname + shown.search && addressNow() !== written) return
    const { search, state } = writeList(list, change, placeNow())
    navigate(`${location.pathname}${search && `?${search}`}${location.hash}`, { replace, state })
    written = addressNow()
  }
  const read = readList(list, shown)
  const inFilter = <Name extends keyof Told>(name: Name) => ({ name, value: read.filter[name] })
  return {
    ...read,
    setFilter: (filter) => write({ filter }),
    typeFilter: (filter) => write({ filter }, true),
    chosen: (name) => ({ ...inFilter(name), onPick: (value) => write({ filter: { [name]: value } }) }),
    typed: (name) => ({ ...inFilter(name), onSearch: (value) => write({ filter: { [name]: value } }, true) }),
    setSort: (sort) => write({ sort }),
    setPage: (page) => write({ page }),
    now: () => readList(list, placeNow()),
  }
}
