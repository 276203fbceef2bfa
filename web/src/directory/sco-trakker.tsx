import { exportScoCases, getScoTrakkerNpis, listScoCases } from '@portico/core/directory/calls'
import type { ScoCase, ScoCaseQuery } from '@portico/core/directory/shapes'
import { countOf } from '../kit/count-of.ts'
import type { Column, Sort } from '../kit/data-table.tsx'
import { formatCalendarDay } from '../kit/format-day.ts'
import { useCall } from '../shell/use-call.ts'
import { PortalFunction } from './portal-function.tsx'
import { ProviderCell } from './provider-cell.tsx'
import { ProviderRecords, useRecords } from './provider-records.tsx'
import { StatusTag } from './status-tag.tsx'

type CaseSort = Sort<NonNullable<ScoCaseQuery['sort']>>

const NEWEST_FIRST: CaseSort = { key: 'opened', descending: true }

const columns: Column<ScoCase, CaseSort['key']>[] = [
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
    <PortalFunction
      permission="SCOTRK"
      heading="SCO Trakker"
      intro="Senior Care Options: the cases of your members, who looks after them, and when each is reviewed next."
    >
      <ScoCases />
    </PortalFunction>
  )
}

function ScoCases() {
  const records = useRecords(NEWEST_FIRST)
  const list = useCall(listScoCases, { query: records.query, keepPrevious: true })
  return (
    <ProviderRecords
      records={records}
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
