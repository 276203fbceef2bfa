import { NPI_LENGTH } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkNpi, filterNpi } from '@portico/core/forms/npi'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import type { ScreenProps } from './screen.ts'

/**
 * State of the NPI field that a registration and a request for additional access start with. `bad` is for the page
 * heading. Written by hand, so that the first screen does not download the form library.
 */
export function useNpiForm({ model, message }: ScreenProps) {
  const [{ attempt, error }, setChecked] = useState<{ attempt: number; error?: string | undefined }>({ attempt: 0 })
  const info = message || model.infoMessage
  return {
    info,
    error,
    attempt,
    bad: error !== undefined || info !== '',
    /** Returns whether the NPI is valid. */
    send: (npiId: string): boolean => {
      const problem = checkNpi(npiId)
      setChecked({ attempt: attempt + 1, error: problem })
      return problem === undefined
    },
    /** After a failed attempt the error is updated on every keystroke. */
    type: (npiId: string) => {
      if (attempt > 0) setChecked({ attempt, error: checkNpi(npiId) })
    },
  }
}

type NpiFormProps = {
  screen: ScreenProps
  npi: ReturnType<typeof useNpiForm>
  /** On the button. */
  label: string
  /** Beside the button. */
  beside?: ReactNode
  /** Says whose NPI to enter. */
  children: ReactNode
}

export function NpiForm({ screen, npi, label, beside, children }: NpiFormProps) {
  const { info, error, attempt } = npi
  const field = useRef<HTMLInputElement>(null)
  const send = () => {
    const npiId = field.current?.value ?? ''
    if (npi.send(npiId)) screen.dispatch({ type: 'npiSubmitted', answers: { npiId } })
  }
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} errors={error ? [{ id: 'npiId', message: error }] : []} attempt={attempt} />
      {info && !error && <Alert key={info}>{info}</Alert>}
      {children}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <DigitsField
          label="National Provider Identifier (NPI)"
          hint="10 digits"
          name="npiId"
          digits={NPI_LENGTH}
          clean={filterNpi}
          defaultValue={screen.model.npiId}
          error={error}
          ref={field}
          onChange={(event) => npi.type(event.target.value)}
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
