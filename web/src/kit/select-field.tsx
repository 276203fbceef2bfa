import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldText, useField } from './field.tsx'

export type SelectOption<Value extends string = string> = { value: Value; label: string }

/** Options for what has a label each, in the order of the labels. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>): SelectOption<Value>[] =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

type SelectFieldProps<Value extends string> = FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly SelectOption<Value>[]
    /** The first, empty entry. */
    placeholder?: string
    /** One of the options was chosen, or the empty entry. */
    onPick?: (value: Value | '') => void
    wide?: boolean
    ref?: Ref<HTMLSelectElement>
  }

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, placeholder, onPick, ...field } = props
  const { frame, control } = useField(field)
  return (
    <Field {...frame}>
      <select
        {...control}
        {...(onPick && {
          onChange: ({ target }) => onPick(options.find((one) => one.value === target.value)?.value ?? ''),
        })}
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
