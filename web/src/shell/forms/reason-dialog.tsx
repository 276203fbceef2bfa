import { REASON_MAX } from '@portico/core/access/limits'
import { REQUIRED } from '@portico/core/forms/messages'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import type { Save } from '../gateway/use-save.ts'

type ReasonDialogProps<Body> = {
  heading: string
  children?: ReactNode
  /** Runs on the main button. This dialog shows its busy state and refusal. */
  save: Save<Body>
  buildBody: (reason: string) => Body
  label: string
  danger?: boolean
  /** No reason field if left out. */
  reason?: 'required' | 'optional'
  /** Hint about who reads the reason, and the error if it is missing. */
  hint?: string
  missing?: string
  /** Frequent reasons. The user can edit a chosen one. */
  templates?: readonly string[]
  onClose: () => void
}

/** Confirms an action that affects others, with a reason they will read. */
export function ReasonDialog<Body>(props: ReasonDialogProps<Body>) {
  const { heading, children, save, buildBody, label, danger, reason: reasonMode, onClose } = props
  const { hint = 'The person will see this.', missing: missingText = REQUIRED, templates = [] } = props
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = () => {
    const missing = reasonMode === 'required' && reason.trim() === ''
    setProblem(missing ? missingText : undefined)
    if (missing) field.current?.focus()
    else void save.send(buildBody(reason.trim()))
  }
  return (
    <Dialog
      open
      heading={heading}
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button look={danger ? 'danger' : 'main'} busy={save.busy} onClick={submit}>
            {label}
          </Button>
        </>
      }
    >
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      {children}
      {templates.length > 0 && (
        <SelectField
          label="Start from"
          placeholder="Write your own reason"
          options={templates.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {reasonMode && (
        <TextAreaField
          label={reasonMode === 'required' ? 'Reason' : 'Reason (optional)'}
          name="reason"
          ref={field}
          hint={hint}
          maxLength={REASON_MAX}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  )
}
