import { type ConfirmationVariant, confirmationVariant } from '@portico/core/registration/decisions'
import { HEADINGS } from '@portico/core/registration/messages'
import { Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

const HEADING_OF: Record<ConfirmationVariant, string> = {
  success: 'Registration Successful',
  pending: HEADINGS.requestPending,
  contract: HEADINGS.signAndReturn,
}

export function RegConf(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADING_OF[confirmationVariant(screen.model)]}>
      <p>We have received your registration.</p>
    </Frame>
  )
}
