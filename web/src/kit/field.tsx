import { type ReactNode, useId } from 'react'

/** What every field shows around its control: label above, hint below it, error under the input with a red bar. */
export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** What the field asks for, shown while it has focus; read out with the field in any case. */
  requirements?: ReactNode
  error?: string | undefined
}

type FieldProps = FieldText & { wide?: boolean | undefined }
type ControlProps = { id?: string | undefined; name?: string | undefined; className?: string | undefined }

/**
 * What a field was given, parted: what stands around its control, and what the control takes. The control's own id is
 * its name unless told otherwise, so the error summary can link to it.
 */
export function useField<Props extends FieldProps & ControlProps>(props: Props) {
  const { label, hint, requirements, error, wide, ...control } = props
  const generated = useId()
  const id = control.id ?? control.name ?? generated
  const describedBy = [hint && `${id}-hint`, requirements && `${id}-requirements`, error && `${id}-error`]
  return {
    frame: { id, label, hint, requirements, error, wide },
    control: {
      ...control,
      id,
      className: ['input', control.className].filter(Boolean).join(' '),
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    },
  }
}

export function Field(props: FieldProps & { id: string; children: ReactNode }) {
  const { id, label, hint, requirements, error, wide, children } = props
  return (
    <div className={['field', error && 'bad', wide && 'wide'].filter(Boolean).join(' ')}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <FieldNote kind="hint" id={`${id}-hint`} text={hint} />
      {children}
      <FieldNote kind="requirements" id={`${id}-requirements`} text={requirements} />
      <FieldNote kind="error" id={`${id}-error`} text={error} />
    </div>
  )
}

type FieldNoteProps = { kind: 'hint' | 'requirements' | 'description' | 'error'; id: string; text: ReactNode }

/** What is read out with a control: its `aria-describedby` names the id. */
export function FieldNote({ kind, id, text }: FieldNoteProps) {
  if (!text) return null
  return (
    <span className={kind} id={id}>
      {text}
    </span>
  )
}
