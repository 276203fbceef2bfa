import { exportScoCases, getScoTrakkerNpis, listScoCases } from '@portico/core/directory/calls'
import type { ScoCase } from '@portico/core/directory/shapes'
import { countOf } from '../kit/count-of.ts'
import type { Column } from '../kit/data-table.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { useCall } from '../shell/use-call.ts'
import { dayColumn, providerColumn, statusColumn } from './columns.tsx'
import { portalFunction } from './portal-function.tsx'
import { ofProvider, ProviderRecords } from './provider-records.tsx'

const NEWEST_FIRST = {
  fields: ofProvider,
  sorts: ['opened', 'caseId', 'status', 'nextReview'],
  descending: true,
} as const

const columns: Column<ScoCase>[] = [
  { key: 'caseId', header: 'Case', kind: 'num', sortBy: true },
  statusColumn,
  providerColumn,
  { key: 'memberId', header: 'Member ID', kind: 'num' },
  dayColumn('opened', 'Opened'),
  dayColumn('nextReview', 'Next review'),
  { key: 'careManager', header: 'Care manager', cell: (row) => row.careManager || '—' },
]

export const ScoTrakker = portalFunction(
  'Senior Care Options: the cases of your members, who looks after them, and when each is reviewed next.',
  ScoCases,
)

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
