import { FIX_ERRORS } from '@portico/core/forms/messages'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { Alert } from '../../kit/note.tsx'
import type { ScreenForm } from './screen-form.ts'

type CheckedFormProps<Values extends FieldValues> = {
  form: ScreenForm<Values>
  /** What the server said to it, unless a field has to be mended first. */
  message?: string | undefined
  /** Stands between what is wrong and the fields. */
  intro?: ReactNode
  /** Sends what the check found nothing wrong with. */
  onSend: (values: Values) => void
  className?: string
  /** For a button that stands outside of it. */
  id?: string
  children: ReactNode
}

/** A form on its page: what is wrong with it, what it is for, its fields. */
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
