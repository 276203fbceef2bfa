import type { ChangeEvent, Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldText, useField } from './field.tsx'
import { filterLines } from './filter-lines.ts'
import { cleanInput } from './text-field.tsx'

type TextAreaFieldProps = FieldText &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    wide?: boolean
    /** Removes control characters; line breaks stay by default. */
    clean?: (text: string) => string
    ref?: Ref<HTMLTextAreaElement>
  }

export function TextAreaField({ onChange, clean = filterLines, ...props }: TextAreaFieldProps) {
  const { frame, control } = useField(props)
  const cleanThenChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    cleanInput(event.target, { clean })
    onChange?.(event)
  }
  return (
    <Field {...frame}>
      <textarea rows={4} {...control} onChange={cleanThenChange} />
    </Field>
  )
}
