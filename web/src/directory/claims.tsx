import { exportClaims, searchClaims } from '@portico/core/directory/calls'
import type { ClaimList, ClaimRow } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Tiles } from '../kit/tiles.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { words } from '../shell/list-declaration.ts'
import { ListHead } from '../shell/list-head.tsx'
import { PagedTable } from '../shell/paged-table.tsx'
import { useCall } from '../shell/use-call.ts'
import { ClaimDetailDialog } from './claim-detail.tsx'
import { ClaimFilterForm } from './claim-filter.tsx'
import { amountColumn, dayColumn, providerColumn, statusColumn } from './columns.tsx'
import { formatAmount } from './formats.ts'
import { portalFunction } from './portal-function.tsx'

const NEWEST_FIRST = {
  fields: { npi: words, from: words, to: words, claimNumber: words, memberId: words },
  sorts: ['serviceDate', 'claimNumber', 'billed', 'paid', 'status'],
  descending: true,
  // Nobody is to read in an address whose claims they are.
  unwritten: ['claimNumber', 'memberId'],
} as const

const columnsWith = (open: (claimNumber: string) => void): Column<ClaimRow>[] => [
  {
    key: 'claimNumber',
    header: 'Claim',
    cell: (row) => <TextButton onClick={() => open(row.claimNumber)}>{row.claimNumber}</TextButton>,
    sortBy: true,
  },
  statusColumn,
  dayColumn('serviceDate', 'Service date'),
  providerColumn,
  { key: 'memberId', header: 'Member ID', kind: 'num' },
  amountColumn('billed', 'Billed'),
  amountColumn('paid', 'Paid'),
]

export const Claims = portalFunction(
  'Claims of your providers as the plan holds them. Choose a provider or dates to see fewer.',
  ClaimSearch,
)

function ClaimSearch() {
  const address = useListAddress(NEWEST_FIRST)
  const [opened, setOpened] = useState('')
  const { sort, descending, page, ...asked } = address.asked
  const found = useCall(searchClaims, { query: address.asked, keepPrevious: true, forgotten: true })
  return (
    <div className="stack">
      <Card>
        <ClaimFilterForm filter={address.filter} onSearch={address.setFilter} />
      </Card>
      {found.state === 'ready' && <ClaimTotals list={found.entity} />}
      <Card>
        <PagedTable
          list={found}
          address={address}
          what="claims"
          caption="Claims"
          head={({ total }) => (
            <ListHead heading="Claims" call={exportClaims} asked={asked} fileName="claims.csv" disabled={total === 0} />
          )}
          columns={columnsWith(setOpened)}
          rowKey={(row) => row.claimNumber}
          empty="The plan holds no claims of your providers yet."
          noFit="No claim of your providers fits. Try fewer details or other dates."
        />
      </Card>
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
