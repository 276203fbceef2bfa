import { addNote, assignRequest, openStaffNotes } from '@portico/core/access/calls'
import { NOTE_MAX } from '@portico/core/access/limits'
import type { StaffNotes as NotesFacts } from '@portico/core/access/request-shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { TextAreaField } from '../../kit/text-area-field.tsx'
import { Loading } from '../gateway/loading.tsx'
import { useAction } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { useShortcuts } from '../lists/shortcuts.tsx'

/** Assignee and notes of a request, for plan staff only (behaviour 15.15). */
export function StaffNotes({ reference }: { reference: string }) {
  const notes = useCall(openStaffNotes, { query: { reference } })
  return (
    <Card as="section" aria-labelledby="staff-notes-heading">
      <h2 id="staff-notes-heading">For plan staff only</h2>
      <Loading of={notes} label="Loading the notes" lines={3}>
        {(facts) => (
          <>
            <Assignment reference={reference} notes={facts} />
            <Notes reference={reference} notes={facts} />
          </>
        )}
      </Loading>
    </Card>
  )
}

type PartProps = { reference: string; notes: NotesFacts }

function Assignment({ reference, notes: { me, assignedTo, assignedName, reviewers } }: PartProps) {
  const assign = useAction(assignRequest, () => {})
  const assignTo = (to: string) => void assign.send({ reference, from: assignedTo, to })
  const isMine = assignedTo !== '' && assignedTo === me
  useShortcuts({ c: { label: 'Assign to me, or unassign', run: () => assignTo(isMine ? '' : me) } })
  return (
    <>
      {assign.refusal && <Alert>{assign.refusal.entity.message}</Alert>}
      <p role="status">
        {isMine ? 'This is assigned to you.' : assignedName ? `Assigned to ${assignedName}.` : UNASSIGNED}
      </p>
      <div className="copy">
        <SelectField
          label="Assigned to"
          name="assignee"
          placeholder="No one"
          value={assignedTo}
          options={reviewers.map(({ accountId, name }) => ({ value: accountId, label: name }))}
          onPick={assignTo}
        />
        {!isMine && (
          <Button look="line" busy={assign.busy} onClick={() => assignTo(me)}>
            {' '}
            Assign to me{' '}
          </Button>
        )}
      </div>
    </>
  )
}

const UNASSIGNED = 'Not assigned yet.'

function Notes({ reference, notes: { notes } }: PartProps) {
  const [note, setNote] = useState('')
  const add = useAction(addNote, () => setNote(''))
  const send = (event: FormEvent) => {
    event.preventDefault()
    void add.send({ reference, note })
  }
  return (
    <>
      <form onSubmit={send}>
        <TextAreaField
          label="Note"
          name="note"
          rows={2}
          hint="Only plan staff can see notes."
          maxLength={NOTE_MAX}
          value={note}
          error={add.refusal?.entity.message}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" look="line" busy={add.busy}>
          Add note
        </Button>
      </form>
      {notes.length > 0 && (
        <ul className="events notes">
          {notes.map(({ at, by, note: written }) => (
            <li key={`${at} ${written}`}>
              <span className="message-body">{written}</span>
              <span className="soft small">
                {formatMoment(at)}
                {by && `, ${by}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
