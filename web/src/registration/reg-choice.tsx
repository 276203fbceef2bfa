import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegChoice(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.regChoice}>
      <p>Please look over what you chose.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
