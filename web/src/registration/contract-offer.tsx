import { isLockedOut } from '@portico/core/registration/conditions'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import type { ScreenProps } from './screen.ts'

/** A visitor who is locked out can still register with a signed contract (behaviour 7.6). */
export function ContractOffer({ screen }: { screen: ScreenProps }) {
  const { model } = screen
  return model.npiName === '' || !isLockedOut(model) ? null : <SignedFormInstead screen={screen} />
}

export function SignedFormInstead({ screen: { busy, dispatch } }: { screen: ScreenProps }) {
  return (
    <Note>
      <p>You can still register with a signed form.</p>
      <p>
        <Button look="line" busy={busy} onClick={() => dispatch({ type: 'contractChosen' })}>
          Register with a signed form
        </Button>
      </p>
    </Note>
  )
}
