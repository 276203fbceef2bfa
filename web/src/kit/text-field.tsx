import { type ChangeEvent, type InputHTMLAttributes, type Ref, useState } from 'react'
import { Field, type FieldText, useField } from './field.tsx'

type TextFieldProps = FieldText &
  InputHTMLAttributes<HTMLInputElement> & { wide?: boolean; ref?: Ref<HTMLInputElement> }

/** Takes what react-hook-form's `register` returns; the id is the field's name unless told otherwise. */
export function TextField(props: TextFieldProps) {
  const { frame, control } = useField(props)
  return (
    <Field {...frame}>
      <input type="text" {...control} />
    </Field>
  )
}

/** Cleans what was typed or pasted, in place, with the caret kept where the person had it. */
function cleanInput(input: HTMLInputElement, { clean, masked }: Cleaning): void {
  const before = input.value
  const after = clean(before)
  if (after === before) return
  const passed = before.slice(0, input.selectionStart ?? before.length)
  const caret = masked ? findPositionAfterDigits(after, passed.replace(/\D/g, '').length) : clean(passed).length
  input.value = after
  const position = Math.min(caret, after.length)
  input.setSelectionRange(position, position)
}

/** The place behind so many digits: a mask puts its own signs between them. */
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
  /** `clean` puts digits into a mask. */
  masked?: boolean | undefined
}

type FilteredFieldProps = TextFieldProps & Cleaning

/** Lets through only what `clean` leaves of what is typed or pasted. */
export function FilteredField({ clean, masked, onChange, ...field }: FilteredFieldProps) {
  const cleanThenChange = (event: ChangeEvent<HTMLInputElement>) => {
    cleanInput(event.target, { clean, masked })
    onChange?.(event)
  }
  return <TextField {...field} onChange={cleanThenChange} />
}

type DigitsFieldProps = TextFieldProps & {
  /** The style sheet has a width for each: the page's policy takes no style from the HTML. */
  digits: 4 | 6 | 9 | 10
  /** What is kept of more digits than asked for; the first ones unless told otherwise. */
  clean?: (text: string) => string
}

/** Digits alone, as typed or pasted. No `maxlength`: it would cut '1100-000-011' before the dashes are taken out. */
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

/** A password that can be looked at before it is sent. */
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
