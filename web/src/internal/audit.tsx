import { NPI_LENGTH } from '@portico/core/constants'
import { formatExactMoment } from '@portico/core/forms/moments'
import { describeAuditDetail } from '@portico/core/internal/audit-details'
import { listAudit } from '@portico/core/internal/calls'
import { AUDIT_AREAS } from '@portico/core/internal/limits'
import type { AuditRow } from '@portico/core/internal/shapes'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import type { Column } from '#kit/data-table.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { TextField } from '#kit/text-field.tsx'
import { personAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { AuditChain } from './audit-chain.tsx'

const fields = {
  person: anyText,
  accountId: anyText,
  npi: anyText,
  area: oneOfLabels(AUDIT_AREAS, ''),
  from: anyText,
  to: anyText,
}
const NEWEST_FIRST = { fields, sorts: ['at'], descending: true } as const
type Address = ListAddress<typeof fields, 'at'>
const EVERYTHING = { person: '', accountId: '', npi: '', area: '', from: '', to: '' }

const ACTOR_KINDS: Record<string, string> = {
  visitor: 'Visitor',
  provider: 'Provider user',
  member: 'Member',
  internal: 'Plan staff',
  system: 'The portal',
}

/** The description, and below it the code that other tools use. */
const whatHappened = ({ action, says }: AuditRow) => (
  <>
    <b>{says}</b>
    <span className="soft small below">{action}</span>
  </>
)

const columns: Column<AuditRow>[] = [
  { key: 'at', header: 'When', kind: 'num', cell: (row) => formatExactMoment(row.at), sortBy: true },
  { key: 'action', header: 'What', cell: whatHappened },
  {
    key: 'actor',
    header: 'Who did it',
    width: 20,
    breaks: true,
    cell: (row) => (
      <>
        {row.actorId ? <a href={personAddress(row.actorId)}>{row.actorName}</a> : (ACTOR_KINDS[row.actorKind] ?? '')}
        {row.address && <span className="soft small below">{row.address}</span>}
      </>
    ),
  },
  {
    key: 'subject',
    header: 'About',
    width: 20,
    breaks: true,
    cell: (row) => (row.subjectId ? <a href={personAddress(row.subjectId)}>{row.subjectName}</a> : '—'),
  },
  { key: 'npi', header: 'NPI', kind: 'num', cell: (row) => row.npi || '—' },
  {
    key: 'details',
    header: 'Details',
    cell: (row) => (
      <span className="small break">
        {[...(row.reference ? [`Reference: ${row.reference}`] : []), ...row.details.map(describeAuditDetail)].join(
          ' · ',
        ) || '—'}
      </span>
    ),
  },
]

/** The audit trail and the verification of its hash chain. */
export function Audit() {
  const address = useListAddress(NEWEST_FIRST)
  const list = useCall(listAudit, { query: withInstants(address.query), keepPrevious: true })
  return (
    <ConsolePage intro="Who did what, when and to whom. Records can’t be changed or deleted.">
      <div className="stack">
        <AuditChain />
        <Card>
          <Filters address={address} />
          <PagedTable
            list={list}
            address={address}
            rowsLabel="records"
            columns={columns}
            rowKey={(row) => row.id}
            empty="No records match."
          />
        </Card>
      </div>
    </ConsolePage>
  )
}

/** Days start at midnight in the user's time zone. The last day is included. */
function withInstants({ from, to, person, ...query }: Address['query']) {
  const midnight = (day: string, daysLater: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + daysLater).toISOString()
  }
  return {
    ...query,
    // With an account id, the name is only shown in the field and not searched.
    person: query.accountId ? undefined : person,
    from: from && midnight(from, 0),
    to: to && midnight(to, 1),
  }
}

const DAYS = [
  { name: 'from', label: 'From', hint: 'First day' },
  { name: 'to', label: 'To', hint: 'Last day' },
] as const

function Filters({ address }: { address: Address }) {
  const { filter, setFilter, replaceFilter } = address
  return (
    <search className="filters">
      <SearchField
        label="Person"
        hint="Name, user name or email"
        name="person"
        value={filter.person}
        onSearch={(person) => replaceFilter({ person, accountId: '' })}
      />
      <SearchField
        label="NPI"
        hint="All ten digits"
        name="npi"
        value={filter.npi}
        onSearch={(npi) => replaceFilter({ npi: npi.replace(/\D/g, '').slice(0, NPI_LENGTH) })}
      />
      <SelectField
        label="What"
        hint="The kind of record"
        {...address.selectProps('area')}
        placeholder="Everything"
        options={optionsOf(AUDIT_AREAS)}
      />
      {DAYS.map(({ name, ...text }) => (
        <TextField
          key={name}
          {...text}
          name={name}
          type="date"
          value={filter[name]}
          onChange={(event) => setFilter({ [name]: event.target.value })}
        />
      ))}
      {address.isFiltered && (
        <Button look="line" onClick={() => setFilter(EVERYTHING)}>
          Show everything
        </Button>
      )}
    </search>
  )
}
