import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegByStaff(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.regByStaff}>
      <p>Somebody asks for access in your name.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
