import { RESUMABLE_SCREENS } from '@portico/core/registration/draft/draft'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { CONTINUE_DRAFT, CONTINUE_EXPLAINED, DRAFT_FOUND, START_OVER } from '@portico/core/registration/texts/sentences'
import { useRef } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import type { ScreenProps } from './screen.ts'

/** Shown on home if the visitor enters the NPI of a registration that was left in this browser (behaviour 4.42). */
export function ContinueDialog({ screen: { model, dispatch } }: { screen: ScreenProps }) {
  const goOn = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      heading={DRAFT_FOUND}
      onClose={() => dispatch({ type: 'popupCanceled' })}
      focusFirst={goOn}
      actions={
        <>
          <Button look="line" onClick={() => dispatch({ type: 'startedOver' })}>
            {START_OVER}
          </Button>
          <Button ref={goOn} onClick={() => dispatch({ type: 'continued' })}>
            {CONTINUE_DRAFT}
          </Button>
        </>
      }
    >
      <p>
        {model.npiName}, NPI <span className="num">{model.npiId}</span>: you stopped at ‘{headingOf(model.leftOn)}’.
      </p>
      <p>{CONTINUE_EXPLAINED}</p>
    </Dialog>
  )
}

/** step1 has a heading for each method; the dialog does not know the method. */
function headingOf(left: string): string {
  const route = RESUMABLE_SCREENS.find((screen) => screen === left)
  return route && route !== 'step1' ? HEADINGS[route] : 'SSN, TIN or CLAIM Validation'
}
