import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldText, useField } from './field.tsx'

export type SelectOption<Value extends string = string> = { value: Value; label: string }

/** Options in the order of the labels. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>): SelectOption<Value>[] =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

type SelectFieldProps<Value extends string> = FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly SelectOption<Value>[]
    /** Label of the first, empty option. */
    placeholder?: string
    /** Called with the chosen option, or '' for the empty one. */
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
