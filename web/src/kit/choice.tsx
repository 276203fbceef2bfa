import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { FieldNote } from './field.tsx'

export type ChoiceOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

type RadioCardsProps<Value extends string> = Omit<InputProps, 'value'> & {
  legend: ReactNode
  name: string
  options: readonly ChoiceOption<Value>[]
  hint?: ReactNode
  error?: string | undefined
  /** For a controlled field. Otherwise a form's `field` provides these props. */
  value?: Value | ''
  onPick?: (value: Value) => void
}

/** One of a few options. The first radio has the group's name as its id, so that the error summary can link to it. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, options, hint, error, value, onPick, ...input } = props
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={['field wide', error && 'bad'].filter(Boolean).join(' ')}
      aria-describedby={describedBy || undefined}
    >
      <legend>{legend}</legend>
      <FieldNote kind="hint" id={`${name}-hint`} text={hint} />
      {options.map((option, index) => (
        <Choice
          key={option.value}
          type="radio"
          option={option}
          {...input}
          {...(onPick && { onChange: () => onPick(option.value) })}
          id={index === 0 ? name : `${name}-${option.value}`}
          name={name}
          value={option.value}
          {...(value === undefined ? {} : { checked: value === option.value })}
        />
      ))}
      <FieldNote kind="error" id={`${name}-error`} text={error} />
    </fieldset>
  )
}

function Choice({ option, id, ...input }: InputProps & { option: ChoiceOption }) {
  const describedBy = option.description ? `${id}-description` : undefined
  return (
    <div className="choice">
      <input {...input} id={id} disabled={option.disabled} aria-describedby={describedBy} />
      <label htmlFor={id}>{option.label}</label>
      <FieldNote kind="description" id={`${id}-description`} text={option.description} />
    </div>
  )
}

type CheckboxProps = InputProps & { label: ReactNode; description?: ReactNode; error?: string | undefined }

/** A single checkbox as a card. Links inside the label stay links. */
export function Checkbox({ label, description, error, ...input }: CheckboxProps) {
  const generated = useId()
  const id = input.id ?? input.name ?? generated
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={['field wide', error && 'bad'].filter(Boolean).join(' ')}>
      <div className="choice">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <label className="plain" htmlFor={id}>
          {label}
        </label>
        <FieldNote kind="description" id={`${id}-description`} text={description} />
      </div>
      <FieldNote kind="error" id={`${id}-error`} text={error} />
    </div>
  )
}
