import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function ActivateUser(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.activateUser}>
      <p>Choose a user name and a password to finish.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
