import { type Column, DataTable } from '../kit/data-table.tsx'
import { Pager } from '../kit/pager.tsx'
import type { ListAddress } from './list-address.ts'
import { Loading } from './loading.tsx'
import { useLegacyCall } from './use-call.ts'

type PagedTableProps<Row, Filter> = {
  /** A call that answers { rows, total, pageSize } and takes the address's query. */
  call: string
  address: ListAddress<Filter>
  /** What the rows are, in the plural: names the table, its pages and the wait. */
  what: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: string
}

type Rows<Row> = { rows: Row[]; total: number; pageSize: number }

/** A list the server filters, sorts and cuts into pages. */
export function PagedTable<Row, Filter>({ call, address, what, columns, rowKey, empty }: PagedTableProps<Row, Filter>) {
  const list = useLegacyCall<Rows<Row>>(call, { query: address.query, keepPrevious: true })
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
