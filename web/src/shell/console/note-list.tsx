import { NOTE_MAX } from '@portico/core/access/limits'
import type { NoteBody, StaffNoteList } from '@portico/core/access/request-shapes'
import type { Call, Description } from '@portico/core/call'
import { formatMoment } from '@portico/core/forms/moments'
import type { Done } from '@portico/core/shapes'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { useAction } from '../gateway/use-action.ts'

type NoteListProps = {
  reference: string
  notes: StaffNoteList
  add: Call<Description & { body: typeof NoteBody; entity: typeof Done }>
}

/** Notes that only plan staff see, with a form that adds one. */
export function NoteList({ reference, notes, add: call }: NoteListProps) {
  const [note, setNote] = useState('')
  const add = useAction(call, () => setNote(''))
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
