import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldText, useFieldIds } from './field.tsx'

type TextAreaFieldProps = FieldText &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { wide?: boolean; ref?: Ref<HTMLTextAreaElement> }

/** A few sentences. */
export function TextAreaField({ label, hint, requirements, error, wide, rows = 4, ...area }: TextAreaFieldProps) {
  const text = { label, hint, requirements, error }
  const ids = useFieldIds(area.id ?? area.name, text)
  return (
    <Field {...text} ids={ids} wide={wide}>
      <textarea
        {...area}
        rows={rows}
        id={ids.control}
        className="input"
        aria-invalid={ids.invalid}
        aria-describedby={ids.describedBy}
      />
    </Field>
  )
}
