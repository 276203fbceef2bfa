import { exportClaims, searchClaims } from '@portico/core/directory/calls'
import type { ClaimFilter, ClaimList, ClaimRow, ClaimSearchBody } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable, type Sort } from '../kit/data-table.tsx'
import { formatCalendarDay } from '../kit/format-day.ts'
import { Pager } from '../kit/pager.tsx'
import { Tiles } from '../kit/tiles.tsx'
import { useGateway } from '../shell/gateway-context.tsx'
import { Loading } from '../shell/loading.tsx'
import { useReading } from '../shell/use-call.ts'
import { ClaimDetailDialog } from './claim-detail.tsx'
import { ClaimFilterForm } from './claim-filter.tsx'
import { formatAmount } from './formats.ts'
import { PortalFunction } from './portal-function.tsx'
import { ProviderCell } from './provider-cell.tsx'
import { SaveCsv } from './save-csv.tsx'
import { StatusTag } from './status-tag.tsx'

type ClaimSort = Sort<NonNullable<ClaimSearchBody['sort']>>

const NEWEST_FIRST: ClaimSort = { key: 'serviceDate', descending: true }

const columnsWith = (open: (claimNumber: string) => void): Column<ClaimRow, ClaimSort['key']>[] => [
  {
    key: 'claimNumber',
    header: 'Claim',
    cell: (row) => <TextButton onClick={() => open(row.claimNumber)}>{row.claimNumber}</TextButton>,
    sortBy: (row) => row.claimNumber,
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusTag status={row.status} />, sortBy: (row) => row.status },
  {
    key: 'serviceDate',
    header: 'Service date',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatCalendarDay(row.serviceDate)}</span>,
    sortBy: (row) => row.serviceDate,
  },
  { key: 'provider', header: 'Provider', cell: (row) => <ProviderCell of={row} /> },
  { key: 'memberId', header: 'Member ID', kind: 'num', cell: (row) => row.memberId },
  {
    key: 'billed',
    header: 'Billed',
    kind: 'amount',
    cell: (row) => formatAmount(row.billed),
    sortBy: (row) => row.billed,
  },
  { key: 'paid', header: 'Paid', kind: 'amount', cell: (row) => formatAmount(row.paid), sortBy: (row) => row.paid },
]

export function Claims() {
  return (
    <PortalFunction
      permission="CLAIM"
      heading="Claim status"
      intro="Claims of your providers as the plan holds them. Choose a provider or dates to see fewer."
    >
      <ClaimSearch />
    </PortalFunction>
  )
}

function ClaimSearch() {
  const [filter, setFilter] = useState<ClaimFilter>({})
  const [sort, setSort] = useState(NEWEST_FIRST)
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState('')
  const { call } = useGateway()
  const asked: ClaimSearchBody = { ...filter, sort: sort.key, descending: sort.descending, page }
  // By POST: what is searched for must not stand in an address, nor stay when the page is left.
  const found = useReading([searchClaims.path, asked], () => call(searchClaims, asked), {
    keepPrevious: true,
    forgotten: true,
  })
  const narrow = (wanted: ClaimFilter) => {
    setFilter(wanted)
    setPage(0)
  }
  const order = (wanted: ClaimSort) => {
    setSort(wanted)
    setPage(0)
  }
  const narrowed = Object.values(filter).some(Boolean)
  return (
    <div className="stack">
      <Card>
        <ClaimFilterForm onSearch={narrow} />
      </Card>
      <Loading of={found} label="Loading the claims" lines={8}>
        {(list) => (
          <>
            <ClaimTotals list={list} />
            <Card>
              <div className="list-head">
                <h2>Claims</h2>
                <SaveCsv
                  key={JSON.stringify(filter)}
                  call={exportClaims}
                  asked={filter}
                  fileName="claims.csv"
                  disabled={list.total === 0}
                />
              </div>
              <DataTable
                caption="Claims"
                captionHidden
                asCards
                columns={columnsWith(setOpened)}
                rows={list.rows}
                rowKey={(row) => row.claimNumber}
                serverSort={{ sort, onSort: order }}
                empty={
                  narrowed
                    ? 'No claim of your providers fits. Try fewer details or other dates.'
                    : 'The plan holds no claims of your providers yet.'
                }
              />
              <Pager page={page} pageSize={list.pageSize} total={list.total} label="Pages of claims" onPage={setPage} />
            </Card>
          </>
        )}
      </Loading>
      <ClaimDetailDialog claimNumber={opened} onClose={() => setOpened('')} />
    </div>
  )
}

function ClaimTotals({ list }: { list: ClaimList }) {
  return (
    <Tiles
      tiles={[
        { label: list.total === 1 ? 'claim' : 'claims', value: list.total.toLocaleString('en-US') },
        { label: 'billed', value: formatAmount(list.totalBilled) },
        { label: 'paid', value: formatAmount(list.totalPaid) },
      ]}
    />
  )
}
