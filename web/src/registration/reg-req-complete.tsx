import { endWithPeriod } from '@portico/core/forms/formats'
import { findChangeSinceSubmission, type RequestOutcome, requestOutcome } from '@portico/core/registration/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { ChosenScope } from './chosen-scope.tsx'
import { Frame } from './frame.tsx'
import { Receipt } from './receipt.tsx'
import type { ScreenProps } from './screen.ts'
import { HEADING_OF_CHANGE, SubmissionStatus } from './submission-status.tsx'

const HEADING_OF: Record<RequestOutcome, string> = {
  pending: HEADINGS.requestPending,
  accepted: HEADINGS.requestAccepted,
  rejected: HEADINGS.requestRejected,
}

/** The end of a request on behalf, for the requester or for the provider who decided. */
export function RegReqComplete(screen: ScreenProps) {
  const { model, dispatch } = screen
  const outcome = requestOutcome(model)
  const since = outcome === 'pending' ? findChangeSinceSubmission(model) : 'nothing'
  if (since !== 'nothing') {
    return (
      <Frame screen={screen} heading={HEADING_OF_CHANGE[since]}>
        <SubmissionStatus model={model} />
        <ChosenScope model={model} />
        <div className="actions">
          <Button onClick={() => dispatch({ type: 'closed' })}>{BUTTONS.close}</Button>
        </div>
        <Receipt gateway={screen.gateway} />
      </Frame>
    )
  }
  return (
    <Frame screen={screen} heading={HEADING_OF[outcome]}>
      <Note tone={outcome === 'accepted' ? 'ok' : 'info'}>
        <p>{describeOutcome(outcome, model)}</p>
      </Note>
      <h2>What happens next</h2>
      <ol className="numbered">
        {NEXT[outcome](requesterOf(model)).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <div className="actions">
        {outcome === 'accepted' && (
          <Button look="line" onClick={() => dispatch({ type: 'portalOpened' })}>
            {BUTTONS.accessSecurePortal}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'closed' })}>{BUTTONS.close}</Button>
      </div>
      <Receipt gateway={screen.gateway} />
    </Frame>
  )
}

const requesterOf = ({ firstName, lastName }: RegistrationModel): string => `${firstName} ${lastName}`

function describeOutcome(outcome: RequestOutcome, model: RegistrationModel): string {
  const requester = requesterOf(model)
  if (outcome === 'accepted')
    return `${requester} is now the Senior Access Administrator (SAA) for ${endWithPeriod(model.npiName)}`
  if (outcome === 'rejected') return `You rejected ${requester}’s request. No access was given.`
  return `We sent your request to ${model.contactFirstName} ${model.contactLastName} at ${model.signatoryEmail}.`
}

const NEXT: Record<RequestOutcome, (requester: string) => string[]> = {
  pending: () => [
    'The provider opens the link in our email, reviews your request and confirms their identity.',
    'We’ll email you when the provider decides. Your receipt shows the deadline.',
    'Until then you can sign in to check the status of your request, send it again or cancel it.',
  ],
  accepted: (requester) => [
    `We emailed ${requester}, who can sign in now.`,
    `${requester} decides who else gets access for you. To end their access, ask them or Provider Services at any time.`,
    `You don’t need an account. If you’d like one, ${requester} can invite you.`,
  ],
  rejected: (requester) => [
    `We emailed ${requester}.`,
    'If you don’t know this person, please call Provider Services.',
  ],
}
