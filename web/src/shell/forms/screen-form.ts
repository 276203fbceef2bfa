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
import type { SummaryError } from '../../kit/error-summary.tsx'

type Texts = Partial<Record<string, string | undefined>>

const NO_ERRORS: Texts = {}

/** What the control of a field takes: react-hook-form's own part, and the error that stands. */
type RegisterField<Values extends FieldValues> = <Name extends Path<Values>>(
  name: Name,
  options?: RegisterOptions<Values, Name>,
) => UseFormRegisterReturn<Name> & { error: string | undefined }

/** What a form checked by core's rules offers beside react-hook-form's own parts. */
export type ScreenForm<Values extends FieldValues> = UseFormReturn<Values, unknown, Values> & {
  /** Field → text, from the check or from the server. */
  errors: Texts
  field: RegisterField<Values>
  /** For <ErrorSummary heading={FIX_ERRORS} {...form.summary} />. */
  summary: { errors: SummaryError[]; attempt: number }
  /** Some field error stands. */
  bad: boolean
  /** The form's onSubmit: calls on only when the check found nothing. */
  onValid: (onSubmit: (values: Values) => void) => (event?: FormEvent) => void
}

/**
 * A form checked by one of core's form checks (core/registration/forms): errors appear on submit and go when mended.
 * `serverErrors` are the flow's fieldErrors (405: the user name); they go when the field is changed.
 */
export function useScreenForm<Values extends FieldValues>(
  defaults: DefaultValues<Values>,
  check: (values: Values) => Texts,
  serverErrors: Texts = NO_ERRORS,
): ScreenForm<Values> {
  const form = useForm<Values, unknown, Values>({
    defaultValues: defaults,
    // Focus goes to the error summary, not past it to the first field.
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

/** The form around a group of fields that stands in several (checked-form.tsx). */
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
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given.map(([field, message]) => [field, { type: 'check', message }]))
}
