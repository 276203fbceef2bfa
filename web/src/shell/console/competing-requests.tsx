import type { Rival } from '@portico/core/access/request-shapes'
import { Note } from '../../kit/note.tsx'
import { contractAddress, requestAddress } from './console-addresses.ts'

export const rejectsRival = ({ name }: Pick<Rival, 'name'>) => `This rejects ${name}’s request.`

/** What accepting one request does to others for the same place (behaviour 8.7), before it is done. */
export function RivalLines({ rivals }: { rivals: readonly Rival[] }) {
  return rivals.map((rival) => (
    <p key={rival.reference}>
      <b>{rejectsRival(rival)}</b>
    </p>
  ))
}

/** The same beside the request, with the way to each. */
export function RivalNote({ rivals, act }: { rivals: readonly Rival[]; act: string }) {
  if (rivals.length === 0) return null
  return (
    <Note tone="warn" heading={`${act} rejects ${rivals.length === 1 ? 'another request' : 'other requests'}`}>
      <ul>
        {rivals.map((rival) => (
          <li key={rival.reference}>
            {rejectsRival(rival)}{' '}
            <a href={(rival.byContract ? contractAddress : requestAddress)(rival.reference)}>{rival.reference}</a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
