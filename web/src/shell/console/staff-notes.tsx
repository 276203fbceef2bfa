import { addNote, assignRequest, openStaffNotes } from '@portico/core/access/calls'
import type { StaffNotes as NotesFacts } from '@portico/core/access/request-shapes'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { Loading } from '../gateway/loading.tsx'
import { useAction } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { useShortcuts } from '../lists/shortcuts.tsx'
import { NoteList } from './note-list.tsx'

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
            <NoteList reference={reference} notes={facts.notes} add={addNote} />
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
