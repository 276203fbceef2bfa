import { useState } from 'react'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable, type Sort } from '../kit/data-table.tsx'
import { Pager } from '../kit/pager.tsx'
import { Loading } from '../shell/loading.tsx'
import { useLegacyCall } from '../shell/use-call.ts'
import { ProviderPicker } from './provider-picker.tsx'
import { SaveCsv } from './save-csv.tsx'

type RowList<Row> = { rows: Row[]; total: number; pageSize: number }

type ProviderRecordsProps<Row, List extends RowList<Row>> = {
  /** What the rows are, in the plural. */
  what: string
  permId: string
  pickerCall: string
  listCall: string
  exportCall: string
  fileName: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  usualSort: Sort
  /** '12 cases' and what else is worth knowing about all of them. */
  summary: (list: List) => string
}

/** What the plan holds about the providers of a person: one chosen or all, sorted, in pages, and as a file. */
export function ProviderRecords<Row, List extends RowList<Row>>(props: ProviderRecordsProps<Row, List>) {
  const { what, columns, rowKey, summary } = props
  const [npi, setNpi] = useState('')
  const [sort, setSort] = useState(props.usualSort)
  const [page, setPage] = useState(0)
  const found = useLegacyCall<List>(props.listCall, {
    query: { npi, sort: sort.key, descending: String(sort.descending), page },
    keepPrevious: true,
  })
  const pick = (wanted: string) => {
    setNpi(wanted)
    setPage(0)
  }
  const order = (wanted: Sort) => {
    setSort(wanted)
    setPage(0)
  }
  return (
    <div className="stack">
      <Card>
        <search className="alone">
          <ProviderPicker call={props.pickerCall} permId={props.permId} onPick={pick} />
        </search>
      </Card>
      <Loading of={found} label={`Loading the ${what}`} lines={8}>
        {(list) => (
          <Card>
            <div className="list-head">
              <h2>{`${summary(list)} of ${npi ? `NPI ${npi}` : 'all your providers'}`}</h2>
              <SaveCsv
                key={npi}
                call={props.exportCall}
                asked={{ query: { npi } }}
                fileName={props.fileName}
                disabled={list.total === 0}
              />
            </div>
            <DataTable
              caption={`List of ${what}`}
              captionHidden
              asCards
              columns={columns}
              rows={list.rows}
              rowKey={rowKey}
              serverSort={{ sort, onSort: order }}
              empty={npi ? `The plan holds no ${what} of this provider.` : `The plan holds no ${what} yet.`}
            />
            <Pager
              page={page}
              pageSize={list.pageSize}
              total={list.total}
              label={`Pages of ${what}`}
              onPage={setPage}
            />
          </Card>
        )}
      </Loading>
    </div>
  )
}
