import { listRequests } from '@portico/core/access/calls'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { ROLES } from '@portico/core/constants'
import { fullName } from '@portico/core/forms/full-name'
import { formatMoment } from '@portico/core/forms/moments'
import type { Column } from '#kit/data-table.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { Tag } from '#kit/tag.tsx'
import { ASSIGNED_LABELS } from '#shell/console/access-labels.ts'
import { requestAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { AgeAndDue } from '#shell/console/due.tsx'
import { StaffQueue } from '#shell/console/staff-queue.tsx'
import { hasWarnings, WarningTags } from '#shell/console/warnings.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOf, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { useSearchParams } from '#shell/router/router.tsx'
import { EmailTags } from '../administration/decisions/applicant.tsx'
import { scopesOf } from '../grants/labels.ts'
import { STAFF_REASON_LABELS } from './labels.ts'
import { RequestDecision } from './request-decision.tsx'

const columns: Column<WaitingRequest>[] = [
  {
    key: 'asked',
    header: 'Requested',
    kind: 'num',
    cell: (request) => formatMoment(request.requestedOn),
    sortBy: true,
  },
  { key: 'age', header: 'Age', cell: ({ requestedOn, dueOn }) => <AgeAndDue since={requestedOn} dueOn={dueOn} /> },
  {
    key: 'who',
    header: 'Requester',
    width: 20,
    breaks: true,
    cell: (request) => (
      <>
        <b>{fullName(request)}</b> <EmailTags request={request} />
      </>
    ),
    sortBy: true,
  },
  { key: 'role', header: 'Role', sortBy: true },
  { key: 'scope', header: 'Access to', width: 22, breaks: true, cell: scopesOf },
  { key: 'competing', header: 'Effects', cell: (request) => <Effects request={request} /> },
  { key: 'why', header: 'Why staff decide', cell: (request) => STAFF_REASON_LABELS[request.path] },
  { key: 'assignedTo', header: 'Assigned to', breaks: true, cell: (request) => request.assignedTo || 'No one' },
  {
    key: 'decide',
    header: 'Decide',
    cell: (request) => (
      <a
        href={requestAddress(request.reference)}
        aria-label={`Decide about ${fullName(request)}, ${request.reference}`}
      >
        Decide
      </a>
    ),
  },
]

/** Effects of accepting on other people. */
function Effects({ request }: { request: WaitingRequest }) {
  const { competing, delayed } = request
  if (delayed) return <Tag tone="ok">Just decided</Tag>
  if (competing.length === 0 && !hasWarnings(request)) return '—'
  return (
    <ul className="names">
      {competing.map(({ reference, name }) => (
        <li key={reference}>
          <Tag tone="warn">Rejects {name}</Tag>
        </li>
      ))}
      <WarningTags about={request} />
    </ul>
  )
}

const OLDEST_FIRST = {
  fields: {
    search: anyText,
    path: oneOfLabels(STAFF_REASON_LABELS, ''),
    role: oneOf(ROLES, ''),
    assigned: oneOfLabels(ASSIGNED_LABELS, ''),
  },
  sorts: ['asked', 'who', 'role'],
} as const

/** Requests that only plan staff can decide; with a reference in the URL, that request. */
export function Requests() {
  const reference = useSearchParams().get('reference')
  return reference ? <RequestDecision key={reference} reference={reference} /> : <WaitingForStaff />
}

function WaitingForStaff() {
  const address = useListAddress(OLDEST_FIRST)
  const requests = useCall(listRequests, { query: address.query, keepPrevious: true })
  return (
    <ConsolePage intro="Requests that only plan staff can decide: the provider could not be quizzed, or no SAA can decide all of it.">
      <StaffQueue
        itemLabel="request"
        acts={{ v: 'accept', r: 'reject', c: 'assign it to you, or unassign it' }}
        search={{ label: 'Search by reference, NPI, person or group', ...address.searchProps('search') }}
        filters={<Filters address={address} />}
        assigned={address.selectProps('assigned')}
        list={requests}
        address={address}
        rowsLabel="requests"
        caption="Requests waiting for plan staff"
        columns={columns}
        rowKey={(request) => request.reference}
        empty="No requests are waiting for plan staff."
        noMatches="No results. Try fewer letters."
      />
    </ConsolePage>
  )
}

const Filters = ({ address }: { address: ListAddress<typeof OLDEST_FIRST.fields> }) => (
  <>
    <SelectField
      label="Why staff decide"
      {...address.selectProps('path')}
      placeholder="Any reason"
      options={optionsOf(STAFF_REASON_LABELS)}
    />
    <SelectField
      label="Role"
      {...address.selectProps('role')}
      placeholder="Any role"
      options={ROLES.map((role) => ({ value: role, label: role }))}
    />
  </>
)
