import { decidedFile, listDecided } from '@portico/core/contracts/calls'
import { DECISION_LABELS } from '@portico/core/contracts/sentences'
import type { DecidedRow } from '@portico/core/contracts/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import type { Column } from '#kit/data-table.tsx'
import { FoldedCard } from '#kit/folded-card.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { TextField } from '#kit/text-field.tsx'
import { contractAddress } from '#shell/console/console-addresses.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, type ListField, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { SaveCsv } from '#shell/lists/list-head.tsx'
import { PagedTable } from '#shell/lists/paged-table.tsx'

const day: ListField<string> = { defaultValue: '', read: (given) => (/^\d{4}-\d{2}-\d{2}$/.test(given) ? given : '') }

const DECIDED = {
  fields: { decision: oneOfLabels(DECISION_LABELS, ''), from: day, to: day, search: anyText },
  prefix: 'decided',
} as const

const columns: Column<DecidedRow>[] = [
  { key: 'decidedOn', header: 'Decided', kind: 'num', cell: (row) => formatMoment(row.decidedOn) },
  {
    key: 'decision',
    header: 'Decision',
    width: 26,
    cell: (row) => (
      <>
        {DECISION_LABELS[row.decision]}
        {row.reason && <span className="soft small below">‘{row.reason}’</span>}
      </>
    ),
  },
  { key: 'decidedBy', header: 'By', breaks: true, cell: (row) => row.decidedBy || 'The portal' },
  { key: 'registrant', header: 'Requester', breaks: true, cell: (row) => row.registrant },
  { key: 'scope', header: 'For', width: 22, breaks: true, cell: (row) => row.scopeName },
  { key: 'reference', header: 'Reference', cell: (row) => <Reference row={row} /> },
]

function Reference({ row: { decision, reference } }: { row: DecidedRow }) {
  if (decision === 'ACCEPTED' || decision === 'REJECTED') return <span className="num nowrap">{reference}</span>
  return (
    <a className="num nowrap" href={contractAddress(reference)}>
      {reference}
    </a>
  )
}

/** Past decisions, with search and CSV export. */
export function Decided() {
  return (
    <FoldedCard heading="Decided">
      <DecidedList />
    </FoldedCard>
  )
}

function DecidedList() {
  const address = useListAddress(DECIDED)
  const { decision, from, to, search, page } = address.query
  const asked = { decision, from, to, search }
  const list = useCall(listDecided, { query: { ...asked, page }, keepPrevious: true })
  return (
    <>
      <SaveCsv
        key={JSON.stringify(asked)}
        call={decidedFile}
        query={asked}
        fileName="decided.csv"
        disabled={list.state !== 'ready' || list.entity.total === 0}
      />
      <search className="filters">
        <SelectField
          label="Decision"
          {...address.selectProps('decision')}
          id="decided-decision"
          placeholder="Any decision"
          options={optionsOf(DECISION_LABELS)}
        />
        <DayField label="From" value={address.filter.from} onDay={(value) => address.setFilter({ from: value })} />
        <DayField label="To" value={address.filter.to} onDay={(value) => address.setFilter({ to: value })} />
        <SearchField label="Search decisions" {...address.searchProps('search')} name="decidedSearch" />
      </search>
      <PagedTable
        list={list}
        address={address}
        rowsLabel="decisions"
        columns={columns}
        rowKey={(row) => `${row.reference} ${row.decidedOn} ${row.decision}`}
        empty="Nothing has been decided yet."
        noMatches="Nothing matches."
      />
    </>
  )
}

type DayFieldProps = { label: string; value: string; onDay: (value: string) => void }

const DayField = ({ label, value, onDay }: DayFieldProps) => (
  <TextField
    label={label}
    name={`decided${label}`}
    type="date"
    value={value}
    onChange={(event) => onDay(event.target.value)}
  />
)
