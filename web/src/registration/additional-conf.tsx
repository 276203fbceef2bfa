import { PROVIDER_PATHS } from '@portico/core/constants'
import {
  type ConfirmationVariant,
  confirmationVariant,
  findChangeSinceSubmission,
} from '@portico/core/registration/conditions'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { CONTRACT_NEXT } from '@portico/core/registration/texts/sentences'
import { LinkButton } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { ChosenScope } from './chosen-scope.tsx'
import { Frame } from './frame.tsx'
import { Receipt } from './receipt.tsx'
import type { ScreenProps } from './screen.ts'
import { HEADING_OF_CHANGE, SubmissionStatus } from './submission-status.tsx'

const HEADING_OF: Record<ConfirmationVariant, string> = {
  success: 'Access added',
  pending: HEADINGS.requestPending,
  contract: HEADINGS.signAndReturn,
}

const OUTCOME: Record<ConfirmationVariant, string> = {
  success: 'You are now the Senior Access Administrator (SAA) for:',
  pending: 'We sent your request to the people who approve access for:',
  contract: CONTRACT_NEXT,
}

const NEXT_STEP: Record<ConfirmationVariant, string> = {
  success: 'You can use it now. It is listed on your home page.',
  pending: 'We’ll email you when it is decided.',
  contract: 'Download the form on your requests page, and upload it there once it is signed.',
}

/** Confirmation for a user who was already signed in: the next steps are on their own pages. */
export function AdditionalConf(screen: ScreenProps) {
  const variant = confirmationVariant(screen.model)
  const since = findChangeSinceSubmission(screen.model)
  return (
    <Frame screen={screen} heading={since === 'nothing' ? HEADING_OF[variant] : HEADING_OF_CHANGE[since]}>
      {since === 'nothing' ? (
        <Note tone={variant === 'success' ? 'ok' : 'info'}>
          <p>{OUTCOME[variant]}</p>
        </Note>
      ) : (
        <SubmissionStatus model={screen.model} />
      )}
      <ChosenScope model={screen.model} />
      {since === 'nothing' && <p className="after-summary">{NEXT_STEP[variant]}</p>}
      <div className="actions">
        {variant === 'success' ? (
          <LinkButton href={PROVIDER_PATHS.home}>Go to your home page</LinkButton>
        ) : (
          <LinkButton href={PROVIDER_PATHS.status}>Go to your requests</LinkButton>
        )}
      </div>
      <Receipt gateway={screen.gateway} />
    </Frame>
  )
}
