import { listRequests } from '@portico/core/access/calls'
import type { WaitingRequest } from '@portico/core/access/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { ageOf } from '../../kit/age-of.ts'
import { Card } from '../../kit/card.tsx'
import type { Column } from '../../kit/data-table.tsx'
import { Tag } from '../../kit/tag.tsx'
import { useAddressQuery } from '../../shell/address-router.tsx'
import { requestAddress } from '../../shell/console-addresses.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { useListAddress } from '../../shell/list-address.ts'
import { PagedTable } from '../../shell/paged-table.tsx'
import { useCall } from '../../shell/use-call.ts'
import { nameOf, scopesOf } from '../administration/person-labels.ts'
import { WHY_STAFF } from './labels.ts'
import { RequestDecision } from './request-decision.tsx'

const columns: Column<WaitingRequest>[] = [
  { key: 'asked', header: 'Asked', kind: 'num', cell: (request) => formatMoment(request.requestedOn), sortBy: true },
  { key: 'age', header: 'Age', cell: (request) => <span className="nowrap">{ageOf(request.requestedOn)}</span> },
  { key: 'who', header: 'Who asks', width: 20, breaks: true, cell: (request) => <b>{nameOf(request)}</b> },
  { key: 'role', header: 'Role' },
  { key: 'scope', header: 'Access to', width: 22, breaks: true, cell: scopesOf },
  {
    key: 'rivals',
    header: 'Rivals',
    cell: ({ rivals }) => (rivals.length ? <Tag tone="warn">{rivals.map(({ name }) => name).join(', ')}</Tag> : 'None'),
  },
  { key: 'why', header: 'Why staff decide', cell: (request) => WHY_STAFF[request.path] },
  {
    key: 'decide',
    header: 'Decide',
    cell: (request) => (
      <a href={requestAddress(request.reference)} aria-label={`Decide about ${nameOf(request)}, ${request.reference}`}>
        Decide
      </a>
    ),
  },
]

const OLDEST_FIRST = { fields: {}, sorts: ['asked'] } as const

/** Requests nobody but plan staff can decide, or with a reference in the address the one. */
export function Requests() {
  const reference = useAddressQuery().get('reference')
  return reference ? <RequestDecision key={reference} reference={reference} /> : <WaitingForStaff />
}

function WaitingForStaff() {
  const address = useListAddress(OLDEST_FIRST)
  const requests = useCall(listRequests, { query: address.asked })
  return (
    <ConsolePage intro="Requests that nobody else can decide: the provider could not be quizzed, or no active SAA is left.">
      <Card>
        <PagedTable
          list={requests}
          address={address}
          what="requests"
          caption="Requests waiting for plan staff"
          columns={columns}
          rowKey={(request) => request.reference}
          empty="No request waits for plan staff."
        />
      </Card>
    </ConsolePage>
  )
}
