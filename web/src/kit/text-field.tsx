import { type ChangeEvent, type InputHTMLAttributes, type Ref, useState } from 'react'
import { Field, type FieldText, useField } from './field.tsx'
import { filterLine } from './filter-lines.ts'

type TextFieldProps = FieldText &
  InputHTMLAttributes<HTMLInputElement> & { wide?: boolean; ref?: Ref<HTMLInputElement> }

/** Takes the result of react-hook-form's `register`. The id defaults to the field's name. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  const { frame, control } = useField(props)
  const cleanThenChange = (event: ChangeEvent<HTMLInputElement>) => {
    if (props.type !== 'file') cleanInput(event.target, { clean: filterLine })
    onChange?.(event)
  }
  return (
    <Field {...frame}>
      <input type="text" {...control} onChange={cleanThenChange} />
    </Field>
  )
}

/** Cleans the input in place and keeps the caret. */
export function cleanInput(input: HTMLInputElement | HTMLTextAreaElement, { clean, masked }: Cleaning): void {
  const before = input.value
  const after = clean(before)
  if (after === before) return
  const passed = before.slice(0, input.selectionStart ?? before.length)
  const caret = masked ? findPositionAfterDigits(after, passed.replace(/\D/g, '').length) : clean(passed).length
  input.value = after
  // An email input has no caret to set.
  if (input.selectionStart === null) return
  const position = Math.min(caret, after.length)
  input.setSelectionRange(position, position)
}

/** Position after so many digits, since a mask inserts its own characters. */
export function findPositionAfterDigits(text: string, digits: number): number {
  let left = digits
  let position = 0
  while (left > 0 && position < text.length) {
    if (/\d/.test(text.charAt(position))) left -= 1
    position += 1
  }
  return position
}

type Cleaning = {
  clean: (text: string) => string
  /** `clean` formats digits with a mask. */
  masked?: boolean | undefined
}

type FilteredFieldProps = TextFieldProps & Cleaning

/** Keeps only what `clean` returns of the input. */
export function FilteredField({ clean, masked, onChange, ...field }: FilteredFieldProps) {
  const cleanThenChange = (event: ChangeEvent<HTMLInputElement>) => {
    cleanInput(event.target, { clean, masked })
    onChange?.(event)
  }
  return <TextField {...field} onChange={cleanThenChange} />
}

type DigitsFieldProps = TextFieldProps & {
  /** The style sheet has a class for each width, because the CSP allows no inline styles. */
  digits: 4 | 6 | 9 | 10
  /** Keeps the first digits by default. */
  clean?: (text: string) => string
}

/** Accepts only digits. No `maxlength`: it would cut a pasted '1100-000-011' before its dashes are removed. */
export function DigitsField({ digits, clean, ...field }: DigitsFieldProps) {
  return (
    <FilteredField
      inputMode="numeric"
      autoComplete="off"
      {...field}
      clean={clean ?? ((text) => text.replace(/\D/g, '').slice(0, digits))}
      className={`digits of-${digits}`}
    />
  )
}

/** A password with a show button. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const { frame, control } = useField(props)
  return (
    <Field {...frame}>
      <div className="password">
        <input
          autoComplete="new-password"
          spellCheck={false}
          autoCapitalize="none"
          {...control}
          type={shown ? 'text' : 'password'}
        />
        <button
          type="button"
          className="link"
          aria-controls={control.id}
          aria-label={`${shown ? 'Hide' : 'Show'} ${String(frame.label)}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}
