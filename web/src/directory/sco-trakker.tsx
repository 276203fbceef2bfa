import { exportScoCases, getScoTrakkerNpis, listScoCases } from '@portico/core/directory/calls'
import type { ScoCase } from '@portico/core/directory/shapes'
import { countOf } from '../kit/count-of.ts'
import type { Column } from '../kit/data-table.tsx'
import { formatCalendarDay } from '../kit/format-day.ts'
import { useListAddress } from '../shell/list-address.ts'
import { useCall } from '../shell/use-call.ts'
import { PortalFunction } from './portal-function.tsx'
import { ProviderCell } from './provider-cell.tsx'
import { ofProvider, ProviderRecords } from './provider-records.tsx'
import { StatusTag } from './status-tag.tsx'

const NEWEST_FIRST = {
  fields: ofProvider,
  sorts: ['opened', 'caseId', 'status', 'nextReview'],
  descending: true,
} as const

const columns: Column<ScoCase>[] = [
  { key: 'caseId', header: 'Case', kind: 'num', cell: (row) => row.caseId, sortBy: (row) => row.caseId },
  { key: 'status', header: 'Status', cell: (row) => <StatusTag status={row.status} />, sortBy: (row) => row.status },
  { key: 'provider', header: 'Provider', cell: (row) => <ProviderCell of={row} /> },
  { key: 'memberId', header: 'Member ID', kind: 'num', cell: (row) => row.memberId },
  {
    key: 'opened',
    header: 'Opened',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatCalendarDay(row.opened)}</span>,
    sortBy: (row) => row.opened,
  },
  {
    key: 'nextReview',
    header: 'Next review',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatCalendarDay(row.nextReview) || '—'}</span>,
    sortBy: (row) => row.nextReview,
  },
  { key: 'careManager', header: 'Care manager', cell: (row) => row.careManager || '—' },
]

export function ScoTrakker() {
  return (
    <PortalFunction intro="Senior Care Options: the cases of your members, who looks after them, and when each is reviewed next.">
      <ScoCases />
    </PortalFunction>
  )
}

function ScoCases() {
  const address = useListAddress(NEWEST_FIRST)
  const list = useCall(listScoCases, { query: address.asked, keepPrevious: true })
  return (
    <ProviderRecords
      address={address}
      list={list}
      what="cases"
      picker={{ call: getScoTrakkerNpis, permId: 'SCOTRK' }}
      file={{ call: exportScoCases, fileName: 'sco-cases.csv' }}
      columns={columns}
      rowKey={(row) => row.caseId}
      summary={(list) => countOf(list.total, 'case', 'cases')}
    />
  )
}
