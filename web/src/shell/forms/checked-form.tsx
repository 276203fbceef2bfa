import { FIX_ERRORS } from '@portico/core/forms/messages'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import type { ScreenForm } from './screen-form.ts'

type CheckedFormProps<Values extends FieldValues> = {
  form: ScreenForm<Values>
  /** The server's message. Hidden while fields have errors. */
  message?: string | undefined
  /** Shown between the errors and the fields. */
  intro?: ReactNode
  /** Called with valid values. */
  onSend: (values: Values) => void
  className?: string
  /** For a submit button outside the form. */
  id?: string
  children: ReactNode
}

/** A form with its error summary, message and intro. */
export function CheckedForm<Values extends FieldValues>(props: CheckedFormProps<Values>) {
  const { form, message, intro, onSend, className, id, children } = props
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {message && !form.bad && <Alert key={message}>{message}</Alert>}
      {intro}
      <FormProvider {...form}>
        <form noValidate id={id} className={className} onSubmit={form.onValid(onSend)}>
          {children}
        </form>
      </FormProvider>
    </>
  )
}
