import { listRequests } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { WaitingRequest } from '@portico/core/access/shapes'
import { roleWithShortName } from '@portico/core/forms/messages'
import { LinkButton, TextButton } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { formatDay } from '../../kit/format-day.ts'
import { useListAddress } from '../../shell/list-address.ts'
import { oneOf } from '../../shell/list-declaration.ts'
import { Loading } from '../../shell/loading.tsx'
import { useCall } from '../../shell/use-call.ts'
import { nameOf, scopesOf } from './person-labels.ts'

const SHOWN_AT_FIRST = 5
const LIST = { fields: { all: oneOf(['true'], '') }, prefix: 'requests' } as const

/** Requests that wait for the signed-in administrator, the oldest first. */
export function WaitingRequests() {
  const requests = useCall(listRequests)
  return (
    <Card as="section" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting for your decision</h2>
      <Loading of={requests} label="Loading the requests" lines={2}>
        {(found) => <RequestEntries requests={found} />}
      </Loading>
    </Card>
  )
}

function RequestEntries({ requests }: { requests: readonly WaitingRequest[] }) {
  const { filter, setFilter } = useListAddress(LIST)
  if (requests.length === 0) return <p className="soft">No request is waiting.</p>
  const shown = filter.all ? requests : requests.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="entries">
        {shown.map((request) => (
          <li key={request.reference} className="with-action">
            <div>
              <h3>{nameOf(request)}</h3>
              <p>
                asks to be {roleWithShortName(request.role)} for {scopesOf(request)}
              </p>
              <p className="soft small">
                Asked on {formatDay(request.requestedOn)}
                {request.expiresOn && `, expires on ${formatDay(request.expiresOn)}`}
              </p>
            </div>
            <LinkButton look="line" href={ACCESS_PAGES.request(request.reference)}>
              Review
              <span className="visually-hidden"> the request of {nameOf(request)}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
      {requests.length > shown.length && (
        <p className="after-entries">
          <TextButton onClick={() => setFilter({ all: 'true' })}>Show all {requests.length}</TextButton>
        </p>
      )}
    </>
  )
}
