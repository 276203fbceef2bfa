import { formatMoment } from '@portico/core/forms/moments'
import { describeChangeRules, exportChanges, listChanges } from '@portico/core/provider-directory/calls'
import { FIELD_LABELS, SOURCE_LABELS } from '@portico/core/provider-directory/change-fields'
import type { ChangeQueueQuery, ChangeRow } from '@portico/core/provider-directory/queue-shapes'
import type { Column } from '#kit/data-table.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { Tag } from '#kit/tag.tsx'
import { ASSIGNED_LABELS } from '#shell/console/access-labels.ts'
import { directoryChangeAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { AgeAndDue } from '#shell/console/due.tsx'
import { StaffQueue } from '#shell/console/staff-queue.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { CountAndCsv } from '#shell/lists/list-head.tsx'
import { useSearchParams } from '#shell/router/router.tsx'
import { ChangeRulesCard, ChangeTiles } from './change-rules.tsx'
import { VIEW_LABELS } from './labels.ts'
import { ReviewChange } from './review-change.tsx'

const BY_DUE_DATE = {
  fields: {
    view: oneOfLabels(VIEW_LABELS, ''),
    field: oneOfLabels(FIELD_LABELS, ''),
    source: oneOfLabels(SOURCE_LABELS, ''),
    taken: oneOfLabels(ASSIGNED_LABELS, ''),
    search: anyText,
  },
} as const

type View = NonNullable<ChangeQueueQuery['view']>

const INTRO: Record<View, string> = {
  WAITING: 'Changes that offices ask for, the earliest due date first. You have two business days to decide.',
  OVERDUE: 'Changes that have waited for more than two business days.',
  DISPUTED: 'Accepted changes that an administrator or the provider says are wrong.',
  DECIDED: 'Changes that staff decided, newest first.',
  AUTOMATIC: 'Changes that the plan’s rules accepted without staff, newest first.',
}

const EMPTY: Record<View, string> = {
  WAITING: 'No changes are waiting.',
  OVERDUE: 'No changes are overdue.',
  DISPUTED: 'No changes are disputed.',
  DECIDED: 'No changes have been decided yet.',
  AUTOMATIC: 'No changes have been accepted by a rule yet.',
}

/** The queue of changes; with a reference in the URL, that change. */
export function DirectoryChanges() {
  const reference = useSearchParams().get('change')
  return reference ? <ReviewChange key={reference} reference={reference} /> : <ChangeQueue />
}

function ChangeQueue() {
  const address = useListAddress(BY_DUE_DATE)
  const { sort: _sort, descending: _descending, page, ...asked } = address.query
  const list = useCall(listChanges, { query: { ...asked, page }, keepPrevious: true })
  const rules = useCall(describeChangeRules)
  const view = address.filter.view || 'WAITING'
  const isDecided = view === 'DECIDED' || view === 'AUTOMATIC'
  return (
    <ConsolePage intro={INTRO[view]}>
      {rules.state === 'ready' && <ChangeTiles counts={rules.entity} />}
      <div className="stack">
        <StaffQueue
          itemLabel="change"
          acts={{ v: 'accept', r: 'return with a reason', c: 'take it, or release it' }}
          search={{ label: 'Search by NPI or name', ...address.searchProps('search') }}
          filters={<Filters address={address} />}
          assigned={address.selectProps('taken')}
          head={(found) => (
            <CountAndCsv list={found} call={exportChanges} query={asked} fileName="directory-changes.csv" />
          )}
          list={list}
          address={address}
          rowsLabel="changes"
          columns={
            isDecided ? [decidedColumn, ...columns, openColumn] : [ageColumn, ...columns, takenColumn, openColumn]
          }
          rowKey={(row) => row.reference}
          empty={EMPTY[view]}
          noMatches={address.filter.search ? 'No results. Try fewer letters.' : EMPTY[view]}
        />
        {rules.state === 'ready' && <ChangeRulesCard rules={rules.entity} />}
      </div>
    </ConsolePage>
  )
}

const ageColumn: Column<ChangeRow> = {
  key: 'age',
  header: 'Age',
  cell: (row) => (
    <>
      <AgeAndDue since={row.reportedAt} dueOn={row.dueAt} /> {row.isDisputed && <Tag tone="bad">Disputed</Tag>}
    </>
  ),
}

const decidedColumn: Column<ChangeRow> = {
  key: 'decided',
  header: 'Decided',
  cell: (row) => (
    <>
      <Tag tone={row.state === 'ACCEPTED' ? 'ok' : 'warn'}>{row.state === 'ACCEPTED' ? 'Accepted' : 'Returned'}</Tag>{' '}
      {formatMoment(row.decidedAt)}
      <span className="soft small below">{row.isAutomatic ? 'By a rule' : row.decidedBy}</span>
    </>
  ),
}

const takenColumn: Column<ChangeRow> = {
  key: 'taken',
  header: 'Assigned to',
  breaks: true,
  cell: (row) => (row.isDelayed ? <Tag tone="ok">Just decided</Tag> : row.takenBy || 'No one'),
}

const columns: Column<ChangeRow>[] = [
  {
    key: 'provider',
    header: 'Provider',
    width: 22,
    breaks: true,
    cell: (row) => (
      <>
        <b>{row.providerName || `NPI ${row.npi}`}</b>
        <span className="soft small below">{row.place || `NPI ${row.npi}`}</span>
      </>
    ),
  },
  { key: 'field', header: 'Field', cell: (row) => FIELD_LABELS[row.field] },
  {
    key: 'change',
    header: 'Change',
    width: 30,
    breaks: true,
    cell: (row) => (
      <>
        {row.before && <span className="typed soft below">{row.before}</span>}
        <span className="typed below">{row.after || 'No value'}</span>
      </>
    ),
  },
  { key: 'source', header: 'From', cell: (row) => SOURCE_LABELS[row.source] },
]

const openColumn: Column<ChangeRow> = {
  key: 'open',
  header: 'Review',
  cell: (row) => (
    <a
      href={directoryChangeAddress(row.reference)}
      aria-label={`Review ${FIELD_LABELS[row.field]} of ${row.providerName}, ${row.reference}`}
    >
      Review
    </a>
  ),
}

const Filters = ({ address }: { address: ListAddress<typeof BY_DUE_DATE.fields> }) => (
  <>
    <SelectField label="Show" {...address.selectProps('view')} placeholder="Waiting" options={optionsOf(VIEW_LABELS)} />
    <SelectField
      label="Field"
      {...address.selectProps('field')}
      placeholder="Any field"
      options={optionsOf(FIELD_LABELS)}
    />
    <SelectField
      label="From"
      {...address.selectProps('source')}
      placeholder="Any source"
      options={optionsOf(SOURCE_LABELS)}
    />
  </>
)
