import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { fullName } from '@portico/core/forms/full-name'
import { Note } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'
import { brand } from '#shell/brands/brand.ts'

/** A person who requests AA or AU proves nothing; on behalf, the requester proved a number. */
const provesNothing = ({ path }: WaitingRequest) => path === 'APPROVAL'

/** Whether the address is confirmed, and known here. */
export function EmailTags({ request }: { request: WaitingRequest }) {
  if (!provesNothing(request)) return null
  const { emailConfirmed, emailKnown } = request
  return (
    <span className="tags">
      <Tag tone={emailConfirmed ? 'ok' : 'warn'}>{emailConfirmed ? 'Email confirmed' : 'Email not confirmed'}</Tag>
      <Tag tone={emailKnown ? 'ok' : 'warn'}>{emailKnown ? 'Address known here' : 'Address not known here'}</Tag>
    </span>
  )
}

/** What the decider must know about the person. */
export function UnverifiedNote({ request }: { request: WaitingRequest }) {
  if (!provesNothing(request)) return null
  return (
    <Note tone={request.emailConfirmed ? 'info' : 'warn'}>
      {brand.name} has not verified the name {fullName(request)}. Accept only a person you know, or call the person
      first.
    </Note>
  )
}
