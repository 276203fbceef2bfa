import { type FormEvent, useEffect } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type { SummaryError } from '#kit/error-summary.tsx'

type Texts = Partial<Record<string, string | undefined>>

const NO_ERRORS: Texts = {}

/** Props for a field's control: react-hook-form's own, and the current error. */
type RegisterField<Values extends FieldValues> = <Name extends Path<Values>>(
  name: Name,
  options?: RegisterOptions<Values, Name>,
) => UseFormRegisterReturn<Name> & { error: string | undefined }

/** A form validated by core's rules, in addition to react-hook-form's API. */
export type ScreenForm<Values extends FieldValues> = UseFormReturn<Values, unknown, Values> & {
  /** Field → error text, from validation or the server. */
  errors: Texts
  field: RegisterField<Values>
  /** For <ErrorSummary heading={FIX_ERRORS} {...form.summary} />. */
  summary: { errors: SummaryError[]; attempt: number }
  /** At least one field has an error. */
  bad: boolean
  /** Handler for the form's onSubmit. Calls `onSubmit` only with valid values. */
  onValid: (onSubmit: (values: Values) => void) => (event?: FormEvent) => void
}

/**
 * A form validated by one of core's checks. Errors appear on submit and disappear when fixed. `serverErrors` (405: the
 * user name) disappear when the field changes.
 */
export function useScreenForm<Values extends FieldValues>(
  defaults: DefaultValues<Values>,
  check: (values: Values) => Texts,
  serverErrors: Texts = NO_ERRORS,
): ScreenForm<Values> {
  const form = useForm<Values, unknown, Values>({
    defaultValues: defaults,
    // The error summary gets the focus, not the first field.
    shouldFocusError: false,
    resolver: (values) => {
      const errors = toFieldErrors(check(values))
      return Object.keys(errors).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: errors as FieldErrors<Values> }
    },
  })
  const { setError } = form
  useEffect(() => {
    for (const [field, { message }] of Object.entries(toFieldErrors(serverErrors))) {
      setError(field as Path<Values>, { type: 'server', message })
    }
  }, [serverErrors, setError])
  const errors = readErrorTexts(form.formState.errors)
  const entries = Object.entries(errors).map(([id, message]) => ({ id, message }))
  return {
    ...form,
    errors,
    field: (name, options) => ({ ...form.register(name, options), error: errors[name] }),
    summary: { errors: entries, attempt: form.formState.submitCount },
    bad: entries.length > 0,
    onValid: (onSubmit) => (event) => void form.handleSubmit((values) => onSubmit(values))(event),
  }
}

/** The enclosing form, for field groups that several forms use (checked-form.tsx). */
export function useEnclosingForm<Values extends FieldValues>() {
  const form = useFormContext<Values, unknown, Values>()
  const errors = readErrorTexts(form.formState.errors)
  const field: RegisterField<Values> = (name, options) => ({ ...form.register(name, options), error: errors[name] })
  return { ...form, errors, field }
}

function readErrorTexts(fieldErrors: FieldErrors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors).flatMap(([id, error]) =>
      typeof error?.message === 'string' ? [[id, error.message]] : [],
    ),
  )
}

function toFieldErrors(texts: Texts): Record<string, { type: string; message: string }> {
  const present = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(present.map(([field, message]) => [field, { type: 'check', message }]))
}
