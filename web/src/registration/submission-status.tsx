import type { ChangeSinceSubmission } from '@portico/core/registration/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { Note } from '#kit/note.tsx'

/** Heading of the last screen if something happened after the submission (behaviour 4.45). */
export const HEADING_OF_CHANGE: Record<Exclude<ChangeSinceSubmission, 'nothing'>, string> = {
  formReceived: 'Signed form received',
  active: 'Access active',
  ended: 'Request ended',
}

/** The current status, in the server's words. */
export function SubmissionStatus({ model: { submissionStatus } }: { model: RegistrationModel }) {
  if (!submissionStatus) return null
  return (
    <Note tone={submissionStatus.state === 'ACTIVE' ? 'ok' : 'info'}>
      <p>{submissionStatus.next}</p>
    </Note>
  )
}
