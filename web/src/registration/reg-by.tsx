import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegBy(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.regBy}>
      <p>Tell us who fills in this registration.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
