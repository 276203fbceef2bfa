import { type ReactNode, useId } from 'react'

/** Texts around a control: label above, hint below it, error under the input with a red bar. */
export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** Requirements, always shown under the label and highlighted while the field has the focus. */
  requirements?: ReactNode
  /** Note about the current input, updated while typing. */
  note?: ReactNode
  error?: string | undefined
}

type FieldProps = FieldText & { wide?: boolean | undefined }
type ControlProps = { id?: string | undefined; name?: string | undefined; className?: string | undefined }

/**
 * Splits props into those of the frame and those of the control. The control's id defaults to its name, so that the
 * error summary can link to it.
 */
export function useField<Props extends FieldProps & ControlProps>(props: Props) {
  const { label, hint, requirements, note, error, wide, ...control } = props
  const generated = useId()
  const id = control.id ?? control.name ?? generated
  const texts = { hint, requirements, note, error }
  const describedBy = Object.entries(texts).map(([kind, text]) => text && `${id}-${kind}`)
  return {
    frame: { id, label, ...texts, wide },
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
  const { id, label, hint, requirements, note, error, wide, children } = props
  return (
    <div className={['field', error && 'bad', wide && 'wide'].filter(Boolean).join(' ')}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <FieldNote kind="hint" id={`${id}-hint`} text={hint} />
      <FieldNote kind="requirements" id={`${id}-requirements`} text={requirements} />
      {children}
      <span className="below">
        {note !== undefined && (
          <span role="status">
            <FieldNote kind="live-note" id={`${id}-note`} text={note} />
          </span>
        )}
        <FieldNote kind="error" id={`${id}-error`} text={error} />
      </span>
    </div>
  )
}

type FieldNoteProps = {
  kind: 'hint' | 'requirements' | 'live-note' | 'description' | 'error'
  id: string
  text: ReactNode
}

/** Text that is read out with a control through `aria-describedby`. */
export function FieldNote({ kind, id, text }: FieldNoteProps) {
  if (!text) return null
  return (
    <span className={kind} id={id}>
      {text}
    </span>
  )
}
