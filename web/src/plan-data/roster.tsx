import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatPhone } from '@portico/core/forms/formats'
import { formatMoment } from '@portico/core/forms/moments'
import { exportRoster, listRoster, listRosterGroups } from '@portico/core/plan-data/calls'
import type { RosterGroup, RosterRow } from '@portico/core/plan-data/shapes'
import { listMyChanges } from '@portico/core/provider-directory/calls'
import type { OfficeChange } from '@portico/core/provider-directory/queue-shapes'
import { useState } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import type { Column } from '#kit/data-table.tsx'
import { Field, useField } from '#kit/field.tsx'
import { Alert } from '#kit/note.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { Tag } from '#kit/tag.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { portalFunction } from '#shell/layout/portal-function.tsx'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { SaveCsv } from '#shell/lists/list-head.tsx'
import { CountLine, PagedEntries, PagedTable } from '#shell/lists/paged-table.tsx'
import { ProviderCell } from './columns.tsx'
import { ReportChange } from './report-change.tsx'

const buildColumns = (report: (row: RosterRow) => void): Column<RosterRow>[] => [
  {
    key: 'name',
    header: 'Provider',
    width: 22,
    sortBy: true,
    cell: (row) => (
      <>
        <ProviderCell of={{ npi: row.npi, providerName: row.name }} />
        <br />
        <TextButton
          className="small no-print"
          aria-label={`Report a change for ${row.name}`}
          onClick={() => report(row)}
        >
          Report a change
        </TextButton>
      </>
    ),
  },
  { key: 'address', header: 'Practice', width: 26, sortBy: true, cell: (row) => row.address || '—' },
  {
    key: 'phone',
    header: 'Phone',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatPhone(row.phone) || '—'}</span>,
  },
  { key: 'organization', header: 'Organization', sortBy: true, cell: (row) => row.organization || '—' },
  { key: 'groups', header: 'Groups', cell: (row) => <Groups of={row} /> },
]

function Groups({ of: { groups, groupCount } }: { of: RosterRow }) {
  if (groups.length === 0) return '—'
  const more = groupCount - groups.length
  return `${groups.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const Roster = portalFunction(
  'Your providers as listed in the plan’s directory. Tell us if something is wrong.',
  RosterLists,
)

const BY_NAME = { fields: { groupId: anyText, search: anyText }, sorts: ['name', 'address', 'organization'] } as const
const REPORTS = { fields: {}, prefix: 'reports' } as const

function RosterLists() {
  const reports = useListAddress(REPORTS)
  const [reporting, setReporting] = useState<RosterRow | null>(null)
  const [done, setDone] = useState({ text: '', count: 0 })
  const finish = (text: string) => {
    setReporting(null)
    setDone({ text, count: done.count + 1 })
    // The newest report comes first.
    if (reports.page > 0) reports.setPage(0)
  }
  return (
    <div className="stack">
      <p>
        <a href={PROVIDER_PATHS.verify}>Verify your directory data</a>
      </p>
      {done.text && (
        <Alert tone="ok" key={done.count}>
          {done.text}
        </Alert>
      )}
      <RosterTable onReport={setReporting} />
      <SentChanges key={`reports ${done.count}`} address={reports} />
      {reporting && <ReportChange of={reporting} onDone={finish} onClose={() => setReporting(null)} />}
    </div>
  )
}

function RosterTable({ onReport }: { onReport: (row: RosterRow) => void }) {
  const address = useListAddress(BY_NAME)
  const groups = useCall(listRosterGroups)
  const { sort, descending, page, ...filter } = address.query
  const found = useCall(listRoster, { query: address.query, keepPrevious: true })
  return (
    <TitledCard id="roster" heading="Your providers">
      <search className="filter-grid">
        <RosterGroupField
          groups={groups.state === 'ready' ? groups.entity : []}
          value={address.filter.groupId}
          onChange={(groupId) => address.setFilter({ groupId })}
        />
        <SearchField label="Name or NPI" {...address.searchProps('search')} />
      </search>
      <PagedTable
        list={found}
        address={address}
        rowsLabel="providers"
        caption="Roster"
        head={({ total }) => (
          <div className="list-head">
            <CountLine>{countOf(total, 'provider', 'providers')}</CountLine>
            <SaveCsv
              key={JSON.stringify(filter)}
              call={exportRoster}
              query={filter}
              fileName="roster.csv"
              disabled={total === 0}
            />
          </div>
        )}
        columns={buildColumns(onReport)}
        rowKey={(row) => row.npi}
        empty="Your access doesn’t include any providers yet."
        noMatches="No providers match. Try fewer letters or another group."
      />
      {found.state === 'ready' && <AsOf what="Provider data" time={found.entity.asOf} />}
    </TitledCard>
  )
}

type RosterGroupFieldProps = { groups: readonly RosterGroup[]; value: string; onChange: (groupId: string) => void }

/** Groups by organization. */
function RosterGroupField({ groups, value, onChange }: RosterGroupFieldProps) {
  const { frame, control } = useField({ label: 'Organization and group', name: 'groupId' })
  const organizations = [...new Set(groups.map((group) => group.organization))]
  return (
    <Field {...frame}>
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">All groups</option>
        {organizations.map((organization) => (
          <optgroup key={organization} label={organization || 'No organization'}>
            {groups
              .filter((group) => group.organization === organization)
              .map((group) => (
                <option key={group.id} value={group.id}>
                  {group.name} ({group.providers})
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}

/** The office's changes and the plan's decisions. Remounting refetches them. */
function SentChanges({ address }: { address: ListAddress<Record<never, never>> }) {
  const found = useCall(listMyChanges, { query: { page: address.page }, keepPrevious: true })
  return (
    <TitledCard id="reports" heading="Changes sent to the plan">
      <PagedEntries
        list={found}
        address={address}
        rowsLabel="changes"
        className="reports"
        head={null}
        rowKey={(change) => change.id}
        entry={(change) => <SentChange change={change} />}
        empty="No changes have been sent yet."
      />
    </TitledCard>
  )
}

const STATES = {
  WAITING: <Tag tone="warn">Waiting for the plan</Tag>,
  ACCEPTED: <Tag tone="ok">Accepted</Tag>,
  RETURNED: <Tag tone="bad">Not accepted</Tag>,
}

function SentChange({ change }: { change: OfficeChange }) {
  const { npi, providerName, label, before, after, state, decidedAt, answer } = change
  return (
    <>
      <h3>
        {providerName || `NPI ${npi}`} {STATES[state]}
      </h3>
      <p className="soft small">
        {label}, NPI <span className="num">{npi}</span>, sent by {change.reportedBy} on{' '}
        {formatMoment(change.reportedAt)}
      </p>
      {before && <p className="typed soft">Before: {before}</p>}
      <p className="typed">{after || 'No value'}</p>
      {decidedAt && (
        <blockquote>
          <p className="soft small">The plan decided on {formatMoment(decidedAt)}</p>
          {answer && <p className="typed">{answer}</p>}
        </blockquote>
      )}
    </>
  )
}
