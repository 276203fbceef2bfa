import type { Sort } from '#kit/data-table.tsx'
import { navigate, useLocation } from '../router/router.tsx'
import {
  type Fields,
  type Filter,
  type FilterInput,
  type ListChange,
  type ListDeclaration,
  type ListQuery,
  type ListState,
  readList,
  writeList,
} from './list-declaration.ts'

export type ListAddress<Declared extends Fields = Fields, SortKey extends string = string> = ListState<Declared> & {
  /** The filter differs from its defaults. */
  isFiltered: boolean
  /** Adds a history entry: Back restores the earlier list. */
  setFilter: (part: FilterInput<Declared>) => void
  /** Replaces the history entry, for use while typing. */
  replaceFilter: (part: FilterInput<Declared>) => void
  /** Props for a select or search field of the filter. */
  selectProps: <Name extends keyof Declared & string>(
    name: Name,
  ) => FilterField<Declared, Name> & { onPick: (value: string) => void }
  searchProps: <Name extends keyof Declared & string>(
    name: Name,
  ) => FilterField<Declared, Name> & { onSearch: (value: string) => void }
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  /** State in the URL, which can be newer than the rendered one. */
  readCurrent: () => ListState<Declared>
  query: ListQuery<Declared, SortKey>
}

type FilterField<Declared extends Fields, Name extends keyof Declared> = { name: Name; value: Filter<Declared>[Name] }

/** The last URL that a list wrote, possibly before the page renders it. */
let lastWritten = ''
const readCurrentUrl = () => location.pathname + location.search
const readListLocation = () => ({ search: location.search, state: history.state?.usr })

/**
 * Keeps filter, sort order and page of a list in the URL, so that Back, reload and shared links restore it. Default
 * values are left out.
 */
export function useListAddress<const Declared extends Fields, const SortKey extends string = never>(
  list: ListDeclaration<Declared, SortKey>,
): ListAddress<Declared, SortKey> {
  const location = useLocation()
  const write = (change: ListChange, replace = false) => {
    // A late search must not return to this list after the user has followed a link.
    if (readCurrentUrl() !== location.pathname + location.search && readCurrentUrl() !== lastWritten) return
    const { search, state } = writeList(list, change, readListLocation())
    navigate(`${location.pathname}${search && `?${search}`}${location.hash}`, { replace, state })
    lastWritten = readCurrentUrl()
  }
  const read = readList(list, location)
  const filterField = <Name extends keyof Declared>(name: Name) => ({ name, value: read.filter[name] })
  return {
    ...read,
    setFilter: (filter) => write({ filter }),
    replaceFilter: (filter) => write({ filter }, true),
    selectProps: (name) => ({ ...filterField(name), onPick: (value) => write({ filter: { [name]: value } }) }),
    searchProps: (name) => ({ ...filterField(name), onSearch: (value) => write({ filter: { [name]: value } }, true) }),
    setSort: (sort) => write({ sort }),
    setPage: (page) => write({ page }),
    readCurrent: () => readList(list, readListLocation()),
  }
}
