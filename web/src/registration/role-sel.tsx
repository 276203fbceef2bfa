import { HEADINGS } from '@portico/core/registration/messages'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RoleSel(screen: ScreenProps) {
  return (
    <Frame screen={screen} heading={HEADINGS.roleSel}>
      <p>This provider is already registered. Choose the role you ask for.</p>
      <Actions screen={screen} />
    </Frame>
  )
}
