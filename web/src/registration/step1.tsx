import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function Step1(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.step1[screen.model.validateBy || 'ssn']}>
      <p>We compare what you enter with what the plan has on file.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
