import { NPI_LENGTH } from '@portico/core/constants'
import { filterNpi } from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkHome } from '@portico/core/registration/forms'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { DigitsField } from '../kit/text-field.tsx'
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
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {info && !form.bad && <Alert>{info}</Alert>}
      {children}
      <form noValidate onSubmit={form.onValid((answers) => screen.dispatch({ type: 'npiSubmitted', answers }))}>
        <DigitsField
          label="National Provider Identifier (NPI)"
          hint="10 digits"
          digits={NPI_LENGTH}
          clean={filterNpi}
          error={form.errors.npiId}
          {...form.register('npiId')}
        />
        <div className="row">
          <Button type="submit" busy={screen.busy}>
            {label}
          </Button>
          {beside}
        </div>
      </form>
    </>
  )
}
