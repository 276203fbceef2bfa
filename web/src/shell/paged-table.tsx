import { type Column, DataTable, type Sort } from '../kit/data-table.tsx'
import { Pager } from '../kit/pager.tsx'
import { Loading } from './loading.tsx'
import type { Loaded } from './use-call.ts'

type PagedTableProps<Row, Key extends string> = {
  list: Loaded<{ rows: Row[]; total: number; pageSize: number }>
  /** Where the list stands, and how to say that it shall stand elsewhere. */
  address: { sort: Sort<Key>; setSort: (sort: Sort<Key>) => void; page: number; setPage: (page: number) => void }
  /** What the rows are, in the plural: names the table, its pages and the wait. */
  what: string
  columns: readonly Column<Row, Key>[]
  rowKey: (row: Row) => string
  empty: string
}

/** A list the server filters, sorts and cuts into pages. */
export function PagedTable<Row, Key extends string>(props: PagedTableProps<Row, Key>) {
  const { list, address, what, columns, rowKey, empty } = props
  return (
    <Loading of={list} label={`Loading the ${what}`} lines={8}>
      {({ rows, total, pageSize }) => (
        <>
          <p className="soft small" role="status">
            {total === 1 ? '1 found' : `${total.toLocaleString('en-US')} found`}
          </p>
          <DataTable
            caption={`List of ${what}`}
            captionHidden
            asCards
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            serverSort={{ sort: address.sort, onSort: address.setSort }}
            empty={empty}
          />
          <Pager
            page={address.page}
            pageSize={pageSize}
            total={total}
            label={`Pages of ${what}`}
            onPage={address.setPage}
          />
        </>
      )}
    </Loading>
  )
}
