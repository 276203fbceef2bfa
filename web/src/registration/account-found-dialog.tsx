import { ACCOUNT_FOUND } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { Button, TextButton } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import type { ScreenProps } from './screen.ts'

/** Status 403 of a submission (behaviour 4.25). */
export function AccountFoundDialog({ screen }: { screen: ScreenProps }) {
  const cancel = () => screen.dispatch({ type: 'popupCanceled' })
  return (
    <Dialog
      open={screen.popup === 'accountFound'}
      heading={HEADINGS.accountFound}
      onClose={cancel}
      actions={
        <>
          <TextButton className="start" onClick={cancel}>
            {BUTTONS.cancel}
          </TextButton>
          <Button look="line" onClick={() => screen.dispatch({ type: 'createNewAccount' })}>
            {BUTTONS.createNewAccount}
          </Button>
          <Button onClick={() => screen.dispatch({ type: 'logIn' })}>{BUTTONS.logIn}</Button>
        </>
      }
    >
      <p>{ACCOUNT_FOUND}</p>
    </Dialog>
  )
}
