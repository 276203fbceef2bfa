import { type ReactNode, useId } from 'react'

/** What every field shows around its control: label above, hint below it, error under the input with a red bar. */
export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** What the field asks for, shown while it has focus; read out with the field in any case. */
  requirements?: ReactNode
  error?: string | undefined
}

/** Ids of one field. The control's own id is its name, so the error summary can link to it. */
export function useFieldIds(id: string | undefined, text: FieldText) {
  const generated = useId()
  const control = id ?? generated
  const hint = text.hint ? `${control}-hint` : undefined
  const requirements = text.requirements ? `${control}-requirements` : undefined
  const error = text.error ? `${control}-error` : undefined
  return {
    control,
    hint,
    requirements,
    error,
    describedBy: [hint, requirements, error].filter(Boolean).join(' ') || undefined,
    invalid: text.error ? true : undefined,
  }
}

type FieldIds = ReturnType<typeof useFieldIds>

export function Field({
  ids,
  label,
  hint,
  requirements,
  error,
  children,
  wide,
}: FieldText & { ids: FieldIds; children: ReactNode; wide?: boolean | undefined }) {
  return (
    <div className={['field', error && 'bad', wide && 'wide'].filter(Boolean).join(' ')}>
      <label className="label" htmlFor={ids.control}>
        {label}
      </label>
      {hint && (
        <span className="hint" id={ids.hint}>
          {hint}
        </span>
      )}
      {children}
      {requirements && (
        <span className="requirements" id={ids.requirements}>
          {requirements}
        </span>
      )}
      <FieldError id={ids.error} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string | undefined; error: string | undefined }) {
  if (!error) return null
  return (
    <span className="error" id={id}>
      {error}
    </span>
  )
}
