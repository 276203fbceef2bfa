import type { Sort } from '../../kit/data-table.tsx'
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
  /** Something of the filter is not as usual. */
  isFiltered: boolean
  /** Back leads to the list as it was before. */
  setFilter: (part: FilterInput<Declared>) => void
  /** The same while somebody types: Back does not go through what was half typed. */
  replaceFilter: (part: FilterInput<Declared>) => void
  /** What a field needs that chooses a value of the filter, or is typed into. */
  selectProps: <Name extends keyof Declared & string>(
    name: Name,
  ) => FilterField<Declared, Name> & { onPick: (value: string) => void }
  searchProps: <Name extends keyof Declared & string>(
    name: Name,
  ) => FilterField<Declared, Name> & { onSearch: (value: string) => void }
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  /** As the address has it by now, which may be ahead of what is shown. */
  readCurrent: () => ListState<Declared>
  query: ListQuery<Declared, SortKey>
}

type FilterField<Declared extends Fields, Name extends keyof Declared> = { name: Name; value: Filter<Declared>[Name] }

/** What a list wrote last: it stands in the address before the page shows it. */
let lastWritten = ''
const readCurrentUrl = () => location.pathname + location.search
const readListLocation = () => ({ search: location.search, state: history.state?.usr })

/**
 * Filter, order and page of a list, kept in the page's address: Back and reload find the list as it was, and a
 * colleague can be sent the link. What is as usual is left out of it.
 */
export function useListAddress<const Declared extends Fields, const SortKey extends string = never>(
  list: ListDeclaration<Declared, SortKey>,
): ListAddress<Declared, SortKey> {
  const location = useLocation()
  const write = (change: ListChange, replace = false) => {
    // What was typed just before a link was followed must not lead back here.
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
