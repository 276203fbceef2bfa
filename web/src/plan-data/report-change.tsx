import { SELECT_OPTION } from '@portico/core/forms/messages'
import { CHANGE_LABELS, CHANGE_TEXT_MAX } from '@portico/core/plan-data/change-kinds'
import { SAY_WHAT_CHANGED } from '@portico/core/plan-data/sentences'
import type { RosterRow } from '@portico/core/plan-data/shapes'
import { reportChange } from '@portico/core/provider-directory/calls'
import type { ReportChangeBody } from '@portico/core/provider-directory/queue-shapes'
import { useRef, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { useSave } from '#shell/gateway/use-save.ts'

type ReportChangeProps = { of: RosterRow; onDone: (message: string) => void; onClose: () => void }

/** A refusal keeps the input. */
export function ReportChange({ of: provider, onDone, onClose }: ReportChangeProps) {
  const [kind, setKind] = useState<ReportChangeBody['kind'] | ''>('')
  const [details, setDetails] = useState('')
  const [tried, setTried] = useState(false)
  const report = useSave(reportChange, () =>
    onDone(`Thank you. We received your report about ${provider.name}. We’ll email you our answer and show it below.`),
  )
  const kindField = useRef<HTMLSelectElement>(null)
  const detailsField = useRef<HTMLTextAreaElement>(null)
  const send = () => {
    setTried(true)
    if (kind === '') kindField.current?.focus()
    else if (details.trim() === '') detailsField.current?.focus()
    else void report.send({ npi: provider.npi, kind, details })
  }
  return (
    <Dialog
      open
      heading={`Report a change for ${provider.name}`}
      onClose={onClose}
      actions={
        <>
          <TextButton className="start" onClick={onClose}>
            Cancel
          </TextButton>
          <Button busy={report.busy} onClick={send}>
            Send report
          </Button>
        </>
      }
    >
      <p className="soft num">NPI {provider.npi}</p>
      {report.refusal && <Alert>{report.refusal.entity.message}</Alert>}
      <SelectField
        label="What has changed?"
        name="kind"
        ref={kindField}
        placeholder="Please choose"
        value={kind}
        error={tried && kind === '' ? SELECT_OPTION : undefined}
        options={optionsOf(CHANGE_LABELS)}
        onPick={setKind}
      />
      <TextAreaField
        label="What is the correct information, and since when?"
        hint="Please don’t include member information."
        name="details"
        ref={detailsField}
        wide
        maxLength={CHANGE_TEXT_MAX}
        value={details}
        error={tried && details.trim() === '' ? SAY_WHAT_CHANGED : undefined}
        onChange={(event) => setDetails(event.target.value)}
      />
    </Dialog>
  )
}
