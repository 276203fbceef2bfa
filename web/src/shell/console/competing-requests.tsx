import type { CompetingRequest } from '@portico/core/access/request-shapes'
import { Note } from '#kit/note.tsx'
import { contractAddress, requestAddress } from './console-addresses.ts'

export const describeRejection = ({ name }: Pick<CompetingRequest, 'name'>) => `This rejects ${name}’s request.`

/** Competing requests that a decision rejects (behaviour 8.7), in the confirmation dialog. */
export function CompetingRequestLines({ requests }: { requests: readonly CompetingRequest[] }) {
  return requests.map((request) => (
    <p key={request.reference}>
      <b>{describeRejection(request)}</b>
    </p>
  ))
}

/** The same list beside the request, with links. */
export function CompetingRequestNote({ requests, act }: { requests: readonly CompetingRequest[]; act: string }) {
  if (requests.length === 0) return null
  return (
    <Note tone="warn" heading={`${act} rejects ${requests.length === 1 ? 'another request' : 'other requests'}`}>
      <ul>
        {requests.map((request) => (
          <li key={request.reference}>
            {describeRejection(request)}{' '}
            <a href={(request.byContract ? contractAddress : requestAddress)(request.reference)}>{request.reference}</a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
