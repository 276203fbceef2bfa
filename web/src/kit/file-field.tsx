import type { InputHTMLAttributes, Ref } from 'react'
import { Field, type FieldText, useFieldIds } from './field.tsx'

type FileFieldProps = FieldText & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** The browser's own file input: it tells which file is chosen, and files can be dropped on it. */
export function FileField({ label, hint, requirements, error, ...input }: FileFieldProps) {
  const text = { label, hint, requirements, error }
  const ids = useFieldIds(input.id ?? input.name, text)
  return (
    <Field {...text} ids={ids}>
      <input
        {...input}
        id={ids.control}
        type="file"
        className="input file"
        aria-invalid={ids.invalid}
        aria-describedby={ids.describedBy}
      />
    </Field>
  )
}
