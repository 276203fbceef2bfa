import { listRequests } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { WaitingRequests as Requests, WaitingRequest } from '@portico/core/access/request-shapes'
import { fullName } from '@portico/core/forms/full-name'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { LinkButton, TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { oneOf } from '#shell/lists/list-declaration.ts'
import { PagedEntries } from '#shell/lists/paged-table.tsx'
import { scopesOf } from '../../grants/labels.ts'
import { EmailTags } from './applicant.tsx'

const SHOWN_AT_FIRST = 5
const NONE_WAIT = 'No request is waiting.'
const LIST = { fields: { all: oneOf(['true'], '') }, prefix: 'requests' } as const

/** Requests that wait for the administrator's decision, oldest first: a few, or all of them page by page. */
export function WaitingRequests() {
  const address = useListAddress(LIST)
  const requests = useCall(listRequests, { query: { page: address.page } })
  return (
    <Card as="section" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting for your decision</h2>
      {address.filter.all ? (
        <PagedEntries
          list={requests}
          address={address}
          rowsLabel="requests"
          className="entries"
          rowKey={(request) => request.reference}
          entry={(request) => <RequestEntry request={request} />}
          empty={NONE_WAIT}
        />
      ) : (
        <Loading of={requests} label="Loading the requests" lines={2}>
          {(found) => <FirstRequests requests={found} showAll={() => address.setFilter({ all: 'true' })} />}
        </Loading>
      )}
    </Card>
  )
}

function FirstRequests({ requests: { rows, total, roughly }, showAll }: { requests: Requests; showAll: () => void }) {
  if (total === 0) return <p className="soft">{NONE_WAIT}</p>
  const shown = rows.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="entries">
        {shown.map((request) => (
          <li key={request.reference}>
            <RequestEntry request={request} />
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="after-entries">
          <TextButton onClick={showAll}>Show all {!roughly && total}</TextButton>
        </p>
      )}
    </>
  )
}

const RequestEntry = ({ request }: { request: WaitingRequest }) => (
  <div className="with-action">
    <div>
      <h3>{fullName(request)}</h3>
      <p>
        requests the role {roleWithShortName(request.role)} for {scopesOf(request)}
      </p>
      <p>
        <EmailTags request={request} />
      </p>
      <p className="soft small">
        Requested on {formatDay(request.requestedOn)}
        {request.expiresOn && `, expires on ${formatDay(request.expiresOn)}`}
      </p>
    </div>
    <LinkButton look="line" href={ACCESS_PAGES.request(request.reference)}>
      Review
      <span className="visually-hidden"> the request of {fullName(request)}</span>
    </LinkButton>
  </div>
)
