import { planDayOf } from '@portico/core/forms/calendar-day'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import { useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { now } from '#kit/clock.ts'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import type { EditProps } from './edit-row.tsx'

const TEXTS = ['name', 'phone', 'fax', 'hours', 'accessibility'] as const
const EMPTY = {
  ...{ name: '', phone: '', fax: '', hours: '', accessibility: '' },
  address: { line1: '', line2: '', city: '', state: '', zip: '' },
}

/** Adds a location of the provider, beside the other changes of the row. */
export function NewLocation({ row, item, onSave, onClose }: EditProps) {
  const [typed, setTyped] = useState(EMPTY)
  const [problem, setProblem] = useState('')
  const save = () => {
    const read = readChange('newLocation', typed, planDayOf(new Date(now())))
    if ('problem' in read) return setProblem(read.problem)
    const others = item?.changes.filter(({ field }) => field !== 'newLocation') ?? []
    onSave([...others, { field: 'newLocation', value: read.value }])
  }
  return (
    <Dialog
      open
      wide
      heading={`Add a location for ${row.providerName}`}
      onClose={onClose}
      actions={
        <>
          <TextButton className="start" onClick={onClose}>
            Cancel
          </TextButton>
          <Button onClick={save}>Keep location</Button>
        </>
      }
    >
      {problem && <Alert key={problem}>{problem}</Alert>}
      <AddressFields
        address={typed.address}
        error={undefined}
        onChange={(address) => setTyped({ ...typed, address })}
      />
      <div className="filter-grid">
        {TEXTS.map((field) => (
          <TextField
            key={field}
            label={FIELD_LABELS[field]}
            name={field}
            value={typed[field]}
            onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
          />
        ))}
      </div>
    </Dialog>
  )
}
