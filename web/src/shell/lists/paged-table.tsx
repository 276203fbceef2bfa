import { writeTotal } from '@portico/core/forms/amounts'
import type { Counted } from '@portico/core/shapes'
import type { ReactNode } from 'react'
import { capitalize } from '../../kit/count-of.ts'
import { type Column, DataTable, type Sort } from '../../kit/data-table.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Loading } from '../gateway/loading.tsx'
import type { Loaded } from '../gateway/use-call.ts'

/** A page of a list, as the server answers it. */
export type Rows<Row> = Counted & { rows: readonly Row[]; pageSize: number }

/** A list that comes whole. */
export const unpagedList = <Row,>(rows: readonly Row[]): Rows<Row> => ({
  rows,
  total: rows.length,
  pageSize: Math.max(1, rows.length),
})

/** What is needed of a list's address (list-address.ts). */
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
  /** What the rows are, in the plural: names the list, its pages and the wait. */
  rowsLabel: string
  rowKey: (row: RowOf<List>) => string
  /** Said where there is nothing yet. */
  empty: string
  /** Said where nothing fits what the list is narrowed by. */
  noMatches?: string
  /** Above the list: how many there are, and what else is worth knowing about all of them. */
  head?: ((list: List) => ReactNode) | null
}

type PagedTableProps<List extends Rows<unknown>> = ListProps<List> & {
  address: { sort: Sort; setSort: (sort: Sort) => void }
  caption?: string
  captionShown?: boolean
  columns: readonly Column<RowOf<List>>[]
  /** The rows come as they are, and the table sorts them. */
  sortsRows?: boolean
}

/** A list the server filters, sorts and cuts into pages. */
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

/** The same for rows that need more room than a table gives: each is an entry of its own. */
export function PagedEntries<List extends Rows<unknown>>(props: PagedEntriesProps<List>) {
  const { address, rowKey, entry, empty, noMatches = empty } = props
  return (
    <Paged {...props}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="soft">{address.isFiltered ? noMatches : empty}</p>
        ) : (
          <ul className={props.className} tabIndex={-1}>
            {rows.map((row) => (
              <li key={rowKey(row)}>{entry(row)}</li>
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

/** How many there are; told aloud when it changes. */
export function CountLine({ children }: { children: string }) {
  return (
    <p className="soft small" role="status">
      {capitalize(children)}
    </p>
  )
}
