import type { FlowEvent, Popup } from '@portico/core/registration/flow/flow-events'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import type { ScreenProps } from './screen.ts'

type WarningDialogProps = {
  screen: ScreenProps
  popup: Popup
  heading: string
  /** What going on all the same is called, and its event. */
  goOn: { label: string; event: FlowEvent }
  children: ReactNode
}

/** A popup that the person may cancel or go on from. */
export function WarningDialog({ screen, popup, heading, goOn, children }: WarningDialogProps) {
  const cancel = () => screen.dispatch({ type: 'popupCancelled' })
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
