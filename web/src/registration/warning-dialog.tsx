import type { FlowEvent, Popup } from '@portico/core/registration/flow/flow-events'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import type { ReactNode } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import type { ScreenProps } from './screen.ts'

type WarningDialogProps = {
  screen: ScreenProps
  popup: Popup
  heading: string
  /** Label and event of the button that continues. */
  goOn: { label: string; event: FlowEvent }
  children: ReactNode
}

/** A popup with a button to cancel and one to continue. */
export function WarningDialog({ screen, popup, heading, goOn, children }: WarningDialogProps) {
  const cancel = () => screen.dispatch({ type: 'popupCanceled' })
  return (
    <Dialog
      open={screen.popup === popup}
      heading={heading}
      onClose={cancel}
      actions={
        <>
          <Button look="line" onClick={cancel}>
            {BUTTONS.cancel}
          </Button>
          <Button onClick={() => screen.dispatch(goOn.event)}>{goOn.label}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
