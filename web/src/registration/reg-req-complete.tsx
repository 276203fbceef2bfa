import { type RequestOutcome, requestOutcome } from '@portico/core/registration/decisions'
import { HEADINGS } from '@portico/core/registration/messages'
import { Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

const HEADING_OF: Record<RequestOutcome, string> = {
  pending: HEADINGS.requestPending,
  accepted: HEADINGS.requestAccepted,
  rejected: HEADINGS.requestRejected,
}

export function RegReqComplete(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADING_OF[requestOutcome(screen.model)]}>
      <p>We have told everybody concerned by email.</p>
    </Frame>
  )
}
