import type { Since } from '@portico/core/registration/flow/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { Note } from '../kit/note.tsx'

/** What an end is called once more has happened since than the person did there (behaviour 4.45). */
export const HEADING_SINCE: Record<Exclude<Since, 'nothing'>, string> = {
  formCame: 'Signed form received',
  active: 'Access active',
  ended: 'Request ended',
}

/** The server's word on where it stands. */
export function Standing({ model: { standing } }: { model: RegistrationModel }) {
  if (!standing) return null
  return (
    <Note tone={standing.state === 'ACTIVE' ? 'ok' : 'info'}>
      <p>{standing.next}</p>
    </Note>
  )
}
