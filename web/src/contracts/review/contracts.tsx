import { countContracts, listContracts } from '@portico/core/contracts/calls'
import type { ContractRow } from '@portico/core/contracts/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import type { Column } from '#kit/data-table.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { Tag } from '#kit/tag.tsx'
import { ASSIGNED_LABELS } from '#shell/console/access-labels.ts'
import { contractAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { AgeAndDue } from '#shell/console/due.tsx'
import { StaffQueue } from '#shell/console/staff-queue.tsx'
import { hasWarnings, WarningTags } from '#shell/console/warnings.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { useSearchParams } from '#shell/router/router.tsx'
import { ContractWays } from '../signing/contract-ways.tsx'
import { ContractTiles } from './contract-numbers.tsx'
import { ContractReview } from './contract-review.tsx'
import { Decided } from './decided.tsx'
import { CAME_BY_LABELS, receivedOn, STAGE_LABELS } from './labels.ts'

const OLDEST_FIRST = {
  fields: {
    stage: oneOfLabels(STAGE_LABELS, ''),
    cameBy: oneOfLabels(CAME_BY_LABELS, ''),
    assigned: oneOfLabels(ASSIGNED_LABELS, ''),
    search: anyText,
  },
  sorts: ['received', 'scope', 'registrant'],
} as const

const INTRO: Record<ContractRow['stage'], string> = {
  RECEIVED: 'Signed contracts waiting for review, oldest first.',
  AWAITED: 'Requests whose signed contract has not been received.',
  RETURNED: 'Returned contracts that need a new copy.',
  VALIDATED: 'Validated contracts.',
  CLOSED: 'Contract requests that ended without access: rejected, canceled, or another request was validated.',
}

const EMPTY: Record<ContractRow['stage'], string> = {
  RECEIVED: 'No signed contracts are waiting for review.',
  AWAITED: 'All signed contracts have been received.',
  RETURNED: 'No contracts have been returned.',
  VALIDATED: 'No contracts have been validated yet.',
  CLOSED: 'No contract requests have ended without access.',
}

/** A search covers all stages, so its results show the stage. */
const stageColumn: Column<ContractRow> = { key: 'stage', header: 'Status', cell: (row) => STAGE_LABELS[row.stage] }

const receivedColumn: Column<ContractRow> = {
  key: 'received',
  header: 'Received',
  kind: 'num',
  width: 18,
  cell: receivedOn,
  sortBy: true,
}

/** Before receipt, a row has the date of the request. */
const requestedColumn: Column<ContractRow> = {
  ...receivedColumn,
  header: 'Requested on',
  cell: (row) => formatMoment(row.since),
}

const columns: Column<ContractRow>[] = [
  { key: 'age', header: 'Age', cell: ({ since, dueOn }) => <AgeAndDue {...{ since, dueOn }} /> },
  {
    key: 'scope',
    header: 'Organization or group',
    width: 22,
    breaks: true,
    cell: (row) => <b>{row.scopeName}</b>,
    sortBy: true,
  },
  { key: 'registrant', header: 'Registrant', width: 16, breaks: true, sortBy: true },
  { key: 'cameBy', header: 'Method', cell: (row) => (row.cameBy ? CAME_BY_LABELS[row.cameBy] : '—') },
  { key: 'assignedTo', header: 'Assigned to', breaks: true, cell: (row) => row.assignedTo || 'No one' },
  { key: 'effects', header: 'Effects', cell: (row) => <Effects row={row} /> },
  {
    key: 'review',
    header: 'Review',
    cell: (row) => (
      <a href={contractAddress(row.reference)} aria-label={`Review ${row.scopeName}, ${row.reference}`}>
        Review
      </a>
    ),
  },
]

/** Effects of validating on other people. */
function Effects({ row }: { row: ContractRow }) {
  if (row.delayed) return <Tag tone="ok">Just decided</Tag>
  if (!row.replacesSaa && row.competing.length === 0 && !hasWarnings(row)) return '—'
  return (
    <ul className="names">
      {row.replacesSaa && (
        <li>
          <Tag tone="warn">Replaces an SAA</Tag>
        </li>
      )}
      {row.competing.map(({ reference, name }) => (
        <li key={reference}>
          <Tag tone="warn">Rejects {name}</Tag>
        </li>
      ))}
      <WarningTags about={row} />
    </ul>
  )
}

/** The contract queue; with a reference in the URL, that contract. */
export function Contracts() {
  const params = useSearchParams()
  const reference = params.get('reference')
  return reference ? <ContractReview key={reference} reference={reference} /> : <ContractQueue />
}

function ContractQueue() {
  const address = useListAddress(OLDEST_FIRST)
  const list = useCall(listContracts, { query: address.query, keepPrevious: true })
  const { stage: chosen, cameBy, search, assigned } = address.filter
  const stage = chosen || 'RECEIVED'
  const isAnywhere = chosen === '' && search !== ''
  const counts = useCall(countContracts)
  return (
    <ConsolePage intro={isAnywhere ? 'Search results from all stages.' : INTRO[stage]}>
      {counts.state === 'ready' && <ContractTiles counts={counts.entity} />}
      <div className="stack">
        <StaffQueue
          itemLabel="contract"
          acts={{ v: 'validate', r: 'return with a reason', c: 'assign it to you, or unassign it' }}
          search={{ label: 'Search by reference, NPI, person or group', ...address.searchProps('search') }}
          filters={<Filters address={address} />}
          assigned={address.selectProps('assigned')}
          list={list}
          address={address}
          rowsLabel="contracts"
          columns={
            isAnywhere
              ? [stageColumn, receivedColumn, ...columns]
              : [stage === 'AWAITED' ? requestedColumn : receivedColumn, ...columns]
          }
          rowKey={(row) => row.reference}
          empty={search || cameBy || assigned ? 'No results. Try fewer letters.' : EMPTY[stage]}
        />
        <Decided />
        <ContractWays />
      </div>
    </ConsolePage>
  )
}

const Filters = ({ address }: { address: ListAddress<typeof OLDEST_FIRST.fields> }) => (
  <>
    <SelectField
      label="Show"
      {...address.selectProps('stage')}
      placeholder={address.filter.search ? 'All results' : 'Waiting for review'}
      options={optionsOf(STAGE_LABELS)}
    />
    <SelectField
      label="Method"
      {...address.selectProps('cameBy')}
      placeholder="Any method"
      options={optionsOf(CAME_BY_LABELS)}
    />
  </>
)
