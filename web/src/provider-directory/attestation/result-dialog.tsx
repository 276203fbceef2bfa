import { saveSampleResult } from '@portico/core/provider-directory/attestation/calls'
import {
  NOTE_MAX,
  SAMPLE_FIELD_LABELS,
  SAMPLE_FIELDS,
  SAMPLE_OUTCOMES,
} from '@portico/core/provider-directory/attestation/sample-fields'
import type { SampledRow } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import { useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { describeResult, describeShown, OUTCOME_LABELS, type Result, resultOf } from './result-values.ts'

type ResultDialogProps = {
  sampleId: string
  row: SampledRow
  /** Another call has no result yet. */
  hasNext: boolean
  onNext: () => void
  onClose: () => void
}

/** The result of one call. If someone else saved it meanwhile, shows their result and what this user entered. */
export function ResultDialog({ sampleId, row, hasNext, onNext, onClose }: ResultDialogProps) {
  const [result, setResult] = useState(resultOf(row))
  const [version, setVersion] = useState(row.version)
  const [replaced, setReplaced] = useState('')
  const finish = useRef(onClose)
  const save = useAction(saveSampleResult, () => finish.current())
  if (row.version !== version) {
    setVersion(row.version)
    if (!save.busy) setReplaced(describeResult(result))
    setResult(resultOf(row))
  }
  const saveThen = (done: () => void) => {
    finish.current = done
    void save.send({ id: sampleId, position: row.position, version, ...result, note: result.note.trim() })
  }
  return (
    <Dialog
      open
      wide
      heading={`Call ${row.position}: ${row.shown.name}`}
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button look={hasNext ? 'line' : 'main'} busy={save.busy} onClick={() => saveThen(onClose)}>
            Save
          </Button>
          {hasNext && (
            <Button busy={save.busy} onClick={() => saveThen(onNext)}>
              Save and next call
            </Button>
          )}
        </>
      }
    >
      {(save.refusal || replaced) && (
        <Alert>
          <p>{save.refusal?.entity.message ?? ATTESTATION_TEXTS.rowChanged}</p>
          {replaced && <p className="typed">You entered: {replaced}</p>}
        </Alert>
      )}
      <ResultFields row={row} result={result} onChange={setResult} />
    </Dialog>
  )
}

type ResultFieldsProps = { row: SampledRow; result: Result; onChange: (result: Result) => void }

function ResultFields({ row, result, onChange }: ResultFieldsProps) {
  const { outcome, wrongFields, note } = result
  const toggle = (id: string, isWrong: boolean) =>
    onChange({
      ...result,
      wrongFields: SAMPLE_FIELDS.filter((field) => (field === id ? isWrong : wrongFields.includes(field))),
    })
  return (
    <>
      <RadioCards
        legend="Result of the call"
        name="outcome"
        options={[...SAMPLE_OUTCOMES, '' as const].map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
        value={outcome}
        onPick={(picked) =>
          onChange({ ...result, outcome: picked, wrongFields: picked === 'REACHED' ? wrongFields : [] })
        }
      />
      {outcome === 'REACHED' && (
        <CheckboxList
          name="wrong"
          legend="What does the office say is wrong?"
          items={SAMPLE_FIELDS.map((field) => ({
            id: field,
            label: (
              <>
                <b>{SAMPLE_FIELD_LABELS[field]}</b>: {describeShown(row, field) || 'Empty'}
              </>
            ),
            checked: wrongFields.includes(field),
          }))}
          onToggle={toggle}
        />
      )}
      <TextAreaField
        label="Note (optional)"
        name="note"
        wide
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => onChange({ ...result, note: event.target.value })}
      />
    </>
  )
}
