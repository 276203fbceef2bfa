import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function Step2(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.step2}>
      <p>Please answer a few questions that only the provider can answer.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
