import { writeTotal } from '@portico/core/forms/amounts'
import type { Counted } from '@portico/core/shapes'
import type { ReactNode } from 'react'
import { capitalize } from '#kit/count-of.ts'
import { type Column, DataTable, type Sort } from '#kit/data-table.tsx'
import { Pager } from '#kit/pager.tsx'
import { Loading } from '../gateway/loading.tsx'
import type { Loaded } from '../gateway/use-call.ts'

/** A page of a list, as the server returns it. */
export type Rows<Row> = Counted & { rows: readonly Row[]; pageSize: number }

/** Wraps a complete list as a single page. */
export const unpagedList = <Row,>(rows: readonly Row[]): Rows<Row> => ({
  rows,
  total: rows.length,
  pageSize: Math.max(1, rows.length),
})

/** The part of a list's address that paging needs (list-address.ts). */
type ListPaging = {
  page: number
  readCurrent: () => { page: number }
  setPage: (page: number) => void
  isFiltered: boolean
}

type RowOf<List extends Rows<unknown>> = List['rows'][number]

type ListProps<List extends Rows<unknown>> = {
  list: Loaded<List>
  address: ListPaging
  /** Plural noun for the rows. Names the list, its pages and the skeleton. */
  rowsLabel: string
  rowKey: (row: RowOf<List>, index: number) => string
  /** Text of an empty list. */
  empty: string
  /** Text if no row matches the filter. */
  noMatches?: string
  /** Content above the list, by default the count. */
  head?: ((list: List) => ReactNode) | null
}

export type PagedTableProps<List extends Rows<unknown>> = ListProps<List> & {
  address: { sort: Sort; setSort: (sort: Sort) => void }
  caption?: string
  captionShown?: boolean
  columns: readonly Column<RowOf<List>>[]
  /** The table itself sorts the rows. */
  sortsRows?: boolean
}

/** A table that the server filters, sorts and pages. */
export function PagedTable<List extends Rows<unknown>>(props: PagedTableProps<List>) {
  const { address, rowsLabel, columns, rowKey, empty, noMatches = empty } = props
  return (
    <Paged {...props}>
      {({ rows }) => (
        <DataTable<RowOf<List>>
          caption={props.caption ?? `List of ${rowsLabel}`}
          captionHidden={!props.captionShown}
          asCards
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          order={{ sort: address.sort, onSort: address.setSort, presorted: !props.sortsRows }}
          empty={address.isFiltered ? noMatches : empty}
        />
      )}
    </Paged>
  )
}

type PagedEntriesProps<List extends Rows<unknown>> = ListProps<List> & {
  className: string
  entry: (row: RowOf<List>) => ReactNode
}

/** The same for rows that need more space than a table. */
export function PagedEntries<List extends Rows<unknown>>(props: PagedEntriesProps<List>) {
  const { address, rowKey, entry, empty, noMatches = empty } = props
  return (
    <Paged {...props}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="soft">{address.isFiltered ? noMatches : empty}</p>
        ) : (
          <ul className={props.className} tabIndex={-1}>
            {rows.map((row, index) => (
              <li key={rowKey(row, index)}>{entry(row)}</li>
            ))}
          </ul>
        )
      }
    </Paged>
  )
}

type PagedProps<List extends Rows<unknown>> = ListProps<List> & { children: (list: List) => ReactNode }

function Paged<List extends Rows<unknown>>({
  list,
  address,
  rowsLabel,
  head = renderCount,
  children,
}: PagedProps<List>) {
  return (
    <Loading of={list} label={`Loading the ${rowsLabel}`} lines={8}>
      {(found) => (
        <>
          {head?.(found)}
          {children(found)}
          <Pager
            page={address.page}
            pageSize={found.pageSize}
            counted={found}
            label={`Pages of ${rowsLabel}`}
            pageNow={() => address.readCurrent().page}
            onPage={address.setPage}
          />
        </>
      )}
    </Loading>
  )
}

const renderCount = (list: Counted) => <CountLine>{`${writeTotal(list)} found`}</CountLine>

/** A count, announced when it changes. */
export function CountLine({ children }: { children: string }) {
  return (
    <p className="soft small" role="status">
      {capitalize(children)}
    </p>
  )
}
