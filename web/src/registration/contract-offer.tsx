import { isLockedOut } from '@portico/core/registration/decisions'
import { CONTRACT_OFFERED } from '@portico/core/registration/messages'
import { Button } from '../kit/button.tsx'
import { Note } from '../kit/note.tsx'
import type { ScreenProps } from './screen.ts'

/** A lock is never the end: whoever cannot validate is offered the contract (behaviour 7.6). */
export function ContractOffer({ screen: { model, busy, dispatch } }: { screen: ScreenProps }) {
  if (model.npiName === '' || !isLockedOut(model)) return null
  return (
    <Note>
      <p>{CONTRACT_OFFERED}</p>
      <p>
        <Button look="line" busy={busy} onClick={() => dispatch({ type: 'contractChosen' })}>
          REGISTER WITH A SIGNED FORM
        </Button>
      </p>
    </Note>
  )
}
