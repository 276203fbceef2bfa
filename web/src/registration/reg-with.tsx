import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegWith(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.regWith}>
      <p>Choose how far your access should reach.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
