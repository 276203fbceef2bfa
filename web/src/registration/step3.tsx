import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function Step3(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.step3}>
      <p>A few details, and your account is ready.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
