import type { CompetingRequest } from '@portico/core/access/request-shapes'
import { Note } from '../../kit/note.tsx'
import { contractAddress, requestAddress } from './console-addresses.ts'

export const describeRejection = ({ name }: Pick<CompetingRequest, 'name'>) => `This rejects ${name}’s request.`

/** Competing requests that a decision rejects (behaviour 8.7), in the confirmation dialog. */
export function CompetingRequestLines({ rivals }: { rivals: readonly CompetingRequest[] }) {
  return rivals.map((rival) => (
    <p key={rival.reference}>
      <b>{describeRejection(rival)}</b>
    </p>
  ))
}

/** The same list beside the request, with links. */
export function CompetingRequestNote({ rivals, act }: { rivals: readonly CompetingRequest[]; act: string }) {
  if (rivals.length === 0) return null
  return (
    <Note tone="warn" heading={`${act} rejects ${rivals.length === 1 ? 'another request' : 'other requests'}`}>
      <ul>
        {rivals.map((rival) => (
          <li key={rival.reference}>
            {describeRejection(rival)}{' '}
            <a href={(rival.byContract ? contractAddress : requestAddress)(rival.reference)}>{rival.reference}</a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
