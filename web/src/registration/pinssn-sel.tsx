import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function PinssnSel(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.pinssnSel}>
      <p>Choose what you have at hand to prove that you act for this provider.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
