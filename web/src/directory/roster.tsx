import { listRoster, listRosterGroups } from '@portico/core/directory/calls'
import type { RosterRow } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { countOf } from '../kit/count-of.ts'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Alert } from '../kit/note.tsx'
import { Pager } from '../kit/pager.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { formatPhone } from './formats.ts'
import { PortalFunction } from './portal-function.tsx'
import { ProviderCell } from './provider-cell.tsx'
import { ReportChange } from './report-change.tsx'
import { ReportedChanges } from './reported-changes.tsx'
import { RosterGroupField } from './roster-group-field.tsx'

const columnsWith = (report: (row: RosterRow) => void): Column<RosterRow>[] => [
  {
    key: 'name',
    header: 'Provider',
    width: 22,
    cell: (row) => (
      <>
        <ProviderCell of={{ npi: row.npi, providerName: row.name }} />
        <br />
        <TextButton className="small" aria-label={`Report a change for ${row.name}`} onClick={() => report(row)}>
          Report a change
        </TextButton>
      </>
    ),
  },
  { key: 'address', header: 'Practice', width: 26, cell: (row) => row.address || '—' },
  {
    key: 'phone',
    header: 'Phone',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatPhone(row.phone) || '—'}</span>,
  },
  { key: 'organization', header: 'Organization', cell: (row) => row.organization || '—' },
  { key: 'groups', header: 'Groups', cell: (row) => <Groups of={row} /> },
]

function Groups({ of: { groups, groupCount } }: { of: RosterRow }) {
  if (groups.length === 0) return '—'
  const more = groupCount - groups.length
  return `${groups.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function Roster() {
  return (
    <PortalFunction
      permission="ROSTER"
      heading="Provider roster"
      intro="Your providers as the plan's directory has them. Tell us when something is not right."
    >
      <RosterLists />
    </PortalFunction>
  )
}

function RosterLists() {
  const [reporting, setReporting] = useState<RosterRow | null>(null)
  const [done, setDone] = useState({ text: '', count: 0 })
  const finish = (text: string) => {
    setReporting(null)
    setDone({ text, count: done.count + 1 })
  }
  return (
    <div className="stack">
      {done.text && (
        <Alert tone="ok" key={done.count}>
          {done.text}
        </Alert>
      )}
      <RosterTable onReport={setReporting} />
      <ReportedChanges key={done.count} />
      {reporting && <ReportChange of={reporting} onDone={finish} onClose={() => setReporting(null)} />}
    </div>
  )
}

function RosterTable({ onReport }: { onReport: (row: RosterRow) => void }) {
  const [groupId, setGroupId] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const groups = useCall(listRosterGroups)
  const found = useCall(listRoster, { query: { search, groupId, page }, keepPrevious: true })
  return (
    <Card as="section" aria-labelledby="roster">
      <h2 id="roster">Your providers</h2>
      <search className="filter-grid">
        <RosterGroupField
          groups={groups.state === 'ready' ? groups.entity : []}
          value={groupId}
          onChange={(wanted) => {
            setGroupId(wanted)
            setPage(0)
          }}
        />
        <SearchField
          label="Name or NPI"
          value={search}
          onSearch={(wanted) => {
            setSearch(wanted)
            setPage(0)
          }}
        />
      </search>
      <Loading of={found} label="Loading the roster" lines={8}>
        {(list) => (
          <>
            <p className="soft small" role="status">
              {countOf(list.total, 'provider', 'providers')}
            </p>
            <DataTable
              caption="Roster"
              captionHidden
              asCards
              columns={columnsWith(onReport)}
              rows={list.rows}
              rowKey={(row) => row.npi}
              empty={
                search || groupId
                  ? 'None of your providers fits. Try fewer letters or another group.'
                  : 'There are no providers in your access yet.'
              }
            />
            <Pager
              page={page}
              pageSize={list.pageSize}
              total={list.total}
              label="Pages of providers"
              onPage={setPage}
            />
          </>
        )}
      </Loading>
    </Card>
  )
}
