import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldText, useFieldIds } from './field.tsx'

export type SelectOption = { value: string; label: string }

type SelectFieldProps = FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly SelectOption[]
    /** The first, empty entry. */
    placeholder?: string
    wide?: boolean
    ref?: Ref<HTMLSelectElement>
  }

export function SelectField({ label, hint, error, options, placeholder, wide, ...select }: SelectFieldProps) {
  const text = { label, hint, error }
  const ids = useFieldIds(select.id ?? select.name, text)
  return (
    <Field {...text} ids={ids} wide={wide}>
      <select
        {...select}
        id={ids.control}
        className="input"
        aria-invalid={ids.invalid}
        aria-describedby={ids.describedBy}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
