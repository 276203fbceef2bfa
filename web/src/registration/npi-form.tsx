import { NPI_LENGTH } from '@portico/core/constants'
import { filterNpi } from '@portico/core/forms/formats'
import { checkHome } from '@portico/core/registration/forms'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { DigitsField } from '../kit/text-field.tsx'
import { CheckedForm } from '../shell/checked-form.tsx'
import { type ScreenForm, useScreenForm } from '../shell/screen-form.ts'
import type { ScreenProps } from './screen.ts'

/** What a registration and a request for more both begin with; `bad` is for the page's heading. */
export function useNpiForm({ model, message }: ScreenProps) {
  const form = useScreenForm({ npiId: model.npiId }, checkHome)
  const info = message || model.infoMessage
  return { form, info, bad: form.bad || info !== '' }
}

type NpiFormProps = {
  screen: ScreenProps
  npi: { form: ScreenForm<{ npiId: string }>; info: string }
  /** On the button. */
  label: string
  /** Beside the button. */
  beside?: ReactNode
  /** Says whose NPI is asked for. */
  children: ReactNode
}

export function NpiForm({ screen, npi: { form, info }, label, beside, children }: NpiFormProps) {
  const send = (answers: { npiId: string }) => screen.dispatch({ type: 'npiSubmitted', answers })
  return (
    <CheckedForm form={form} message={info} intro={children} onSend={send}>
      <DigitsField
        label="National Provider Identifier (NPI)"
        hint="10 digits"
        digits={NPI_LENGTH}
        clean={filterNpi}
        {...form.field('npiId')}
      />
      <div className="row">
        <Button type="submit" busy={screen.busy}>
          {label}
        </Button>
        {beside}
      </div>
    </CheckedForm>
  )
}
