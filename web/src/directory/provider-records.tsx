import type { Call, Description } from '@portico/core/call'
import type { ExportQuery } from '@portico/core/directory/shapes'
import { type ComponentProps, useState } from 'react'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable, type Sort } from '../kit/data-table.tsx'
import { Pager } from '../kit/pager.tsx'
import { Loading } from '../shell/loading.tsx'
import type { Loaded } from '../shell/use-call.ts'
import { ProviderPicker } from './provider-picker.tsx'
import { SaveCsv } from './save-csv.tsx'

/** One provider chosen or all, the order and the page. */
export function useRecords<Key extends string>(usualSort: Sort<Key>) {
  const [npi, setNpi] = useState('')
  const [sort, setSort] = useState(usualSort)
  const [page, setPage] = useState(0)
  return {
    npi,
    sort,
    page,
    setPage,
    query: { npi, sort: sort.key, descending: sort.descending, page },
    pick: (wanted: string) => {
      setNpi(wanted)
      setPage(0)
    },
    order: (wanted: Sort<Key>) => {
      setSort(wanted)
      setPage(0)
    },
  }
}

type ProviderRecordsProps<Row, List, Key extends string> = {
  records: ReturnType<typeof useRecords<Key>>
  list: Loaded<List>
  /** What the rows are, in the plural. */
  what: string
  picker: Omit<ComponentProps<typeof ProviderPicker>, 'onPick'>
  file: { call: Call<Description & { query: typeof ExportQuery }>; fileName: string }
  columns: readonly Column<Row, Key>[]
  rowKey: (row: Row) => string
  /** '12 cases' and what else is worth knowing about all of them. */
  summary: (list: List) => string
}

/** What the plan holds about the providers of a person: one chosen or all, sorted, in pages, and as a file. */
export function ProviderRecords<Row, List extends { rows: Row[]; total: number; pageSize: number }, Key extends string>(
  props: ProviderRecordsProps<Row, List, Key>,
) {
  const { what, columns, rowKey, summary } = props
  const { npi, sort, page, setPage, pick, order } = props.records
  return (
    <div className="stack">
      <Card>
        <search className="alone">
          <ProviderPicker {...props.picker} onPick={pick} />
        </search>
      </Card>
      <Loading of={props.list} label={`Loading the ${what}`} lines={8}>
        {(list) => (
          <Card>
            <div className="list-head">
              <h2>{`${summary(list)} of ${npi ? `NPI ${npi}` : 'all your providers'}`}</h2>
              <SaveCsv key={npi} {...props.file} asked={{ npi }} disabled={list.total === 0} />
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
