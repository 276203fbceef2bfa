import { type FormEvent, useEffect } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { SummaryError } from '../kit/error-summary.tsx'

type Texts = Partial<Record<string, string | undefined>>

const NONE: Texts = {}

/** What a form checked by core's rules offers beside react-hook-form's own parts. */
export type ScreenForm<Values extends FieldValues> = UseFormReturn<Values, unknown, Values> & {
  /** Field → text, from the check or from the server. */
  errors: Texts
  /** For <ErrorSummary heading={FIX_ERRORS} {...form.summary} />. */
  summary: { errors: SummaryError[]; attempt: number }
  /** Some field error stands. */
  bad: boolean
  /** The form's onSubmit: calls on only when the check found nothing. */
  onValid: (go: (values: Values) => void) => (event?: FormEvent) => void
}

/**
 * A form checked by one of core's form checks (core/registration/forms): errors appear on submit and go when mended.
 * `serverErrors` are the flow's fieldErrors (405: the user name); they go when the field is changed.
 */
export function useScreenForm<Values extends FieldValues>(
  defaults: DefaultValues<Values>,
  check: (values: Values) => Texts,
  serverErrors: Texts = NONE,
): ScreenForm<Values> {
  const form = useForm<Values, unknown, Values>({
    defaultValues: defaults,
    // Focus goes to the error summary, not past it to the first field.
    shouldFocusError: false,
    resolver: (values) => {
      const errors = asFieldErrors(check(values))
      return Object.keys(errors).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: errors as FieldErrors<Values> }
    },
  })
  const { setError } = form
  useEffect(() => {
    for (const [field, { message }] of Object.entries(asFieldErrors(serverErrors))) {
      setError(field as Path<Values>, { type: 'server', message })
    }
  }, [serverErrors, setError])
  const standing: FieldErrors = form.formState.errors
  const entries = Object.entries(standing).flatMap(([id, error]) =>
    typeof error?.message === 'string' ? [{ id, message: error.message }] : [],
  )
  return {
    ...form,
    errors: Object.fromEntries(entries.map((entry) => [entry.id, entry.message])),
    summary: { errors: entries, attempt: form.formState.submitCount },
    bad: entries.length > 0,
    onValid: (go) => (event) => void form.handleSubmit((values) => go(values))(event),
  }
}

function asFieldErrors(texts: Texts): Record<string, { type: string; message: string }> {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given.map(([field, message]) => [field, { type: 'check', message }]))
}
