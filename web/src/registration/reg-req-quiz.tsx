import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegReqQuiz(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.step2}>
      <p>Please answer a few questions, so that nobody else can decide in your name.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
