import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldText, useField } from './field.tsx'

type TextAreaFieldProps = FieldText &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { wide?: boolean; ref?: Ref<HTMLTextAreaElement> }

export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = useField(props)
  return (
    <Field {...frame}>
      <textarea rows={4} {...control} />
    </Field>
  )
}
