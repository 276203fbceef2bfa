import type { RegistrationModel } from '@portico/core/registration/model'
import { leftOutGroups } from '@portico/core/registration/selection'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { explainLeftOutGroups } from '@portico/core/registration/texts/sentences'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'

type LeftOutDialogProps = { model: RegistrationModel; open: boolean; onClose: () => void; onGoOn: () => void }

/** Confirms on CONTINUE that the NPI's own group was left out on purpose (behaviour 3.4). */
export function LeftOutDialog({ model, open, onClose, onGoOn }: LeftOutDialogProps) {
  const names = leftOutGroups(model).map((group) => group.name)
  return (
    <Dialog
      open={open}
      heading={HEADINGS.leftOut}
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            {BUTTONS.goBack}
          </Button>
          <Button onClick={onGoOn}>{BUTTONS.continueWithout}</Button>
        </>
      }
    >
      <p>{explainLeftOutGroups(model.npiId, names)}</p>
    </Dialog>
  )
}
