import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function SaaPerm(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.saaPerm}>
      <p>Choose the functions you need.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
