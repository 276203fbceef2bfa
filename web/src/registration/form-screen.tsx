import { BUTTONS } from '@portico/core/registration/texts/messages'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

type FormScreenProps<Values extends FieldValues> = Omit<ComponentProps<typeof CheckedForm<Values>>, 'message'> & {
  screen: ScreenProps
  heading: string
  /** On the main button. */
  label?: string
  disabled?: boolean
  /** Shown over the screen while the flow's `popup` names it. */
  popup?: ReactNode
}

/** A screen with a form that is validated before an event is dispatched. */
export function FormScreen<Values extends FieldValues>(props: FormScreenProps<Values>) {
  const { screen, heading, label = BUTTONS.continue, disabled = false, popup, children, ...form } = props
  return (
    <Frame screen={screen} heading={heading} bad={form.form.bad}>
      <CheckedForm {...form}>
        {children}
        <Actions screen={screen}>
          <Button type="submit" busy={screen.busy} disabled={disabled}>
            {label}
          </Button>
        </Actions>
      </CheckedForm>
      {popup}
    </Frame>
  )
}
