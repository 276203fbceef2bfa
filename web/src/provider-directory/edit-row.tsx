import { planDayOf } from '@portico/core/forms/calendar-day'
import {
  ACCEPTING_LABELS,
  type Address,
  type ChangeField,
  FIELD_LABELS,
  isAccepting,
} from '@portico/core/provider-directory/change-fields'
import { checkChange, readChange } from '@portico/core/provider-directory/change-rules'
import type { VerifyItem, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { now } from '#kit/clock.ts'
import { Dialog } from '#kit/dialog.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { TextField } from '#kit/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { placeOf } from './describe-row.tsx'

export type EditProps = {
  row: VerifyRow
  item: VerifyItem | undefined
  onSave: (changes: VerifyItem['changes']) => void
  onClose: () => void
}

const TEXTS = ['name', 'phone', 'fax', 'hours', 'accessibility'] as const
const EDITED = [...TEXTS, 'address', 'specialty', 'acceptingNewPatients', 'telehealth', 'languages', 'leaving'] as const
type Edited = (typeof EDITED)[number]

/** Input as typed; lists are separated by semicolons. */
type Typed = Record<Exclude<Edited, 'address'>, string> & { address: Address }

const YES_NO = { true: 'Yes', false: 'No' }

function typedOf(row: VerifyRow, item: VerifyItem | undefined): Typed {
  const values = { ...row, ...Object.fromEntries(item?.changes.map(({ field, value }) => [field, value]) ?? []) }
  return {
    ...values,
    specialty: values.specialty.join('; '),
    languages: values.languages.join('; '),
    acceptingNewPatients: values.acceptingNewPatients ?? '',
    telehealth: values.telehealth === null ? '' : String(values.telehealth),
  }
}

const splitList = (text: string) =>
  text
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The typed value in the form of a change. */
function readTyped(field: Edited, typed: Typed): unknown {
  if (field === 'specialty' || field === 'languages') return splitList(typed[field])
  if (field === 'telehealth') return typed.telehealth === '' ? null : typed.telehealth === 'true'
  return typed[field]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The typed values of a row, their errors once saving was tried, and the changes that they make. */
function useTyped(row: VerifyRow, item: VerifyItem | undefined) {
  const today = planDayOf(new Date(now()))
  const original = typedOf(row, undefined)
  const [typed, setTyped] = useState(() => typedOf(row, item))
  const [tried, setTried] = useState(false)
  const changed = EDITED.filter((field) => !isSame(typed[field], original[field]))
  const errorOf = (field: Edited) =>
    tried && changed.includes(field) ? checkChange(field, readTyped(field, typed), today) : undefined
  /** Undefined if a value is wrong. Its field gets the focus. */
  const readChanges = (): VerifyItem['changes'] | undefined => {
    setTried(true)
    const read = changed.map((field) => ({
      field,
      read: readChange<ChangeField>(field, readTyped(field, typed), today),
    }))
    const changes = read.flatMap(({ field, read }) => ('value' in read ? [{ field, value: read.value }] : []))
    if (changes.length === changed.length) return changes
    const bad = read.find((one) => 'problem' in one.read)
    document.getElementById(bad?.field === 'address' ? 'line1' : (bad?.field ?? ''))?.focus()
    return undefined
  }
  const type = (values: Partial<Typed>) => setTyped({ ...typed, ...values })
  return { typed, type, errorOf, readChanges }
}

/** Changes a row in place, by the rules that the server repeats. */
export function EditRow({ row, item, onSave, onClose }: EditProps) {
  const form = useTyped(row, item)
  const save = () => {
    const changes = form.readChanges()
    if (changes === undefined) return
    const others = item?.changes.filter(({ field }) => field === 'newLocation') ?? []
    onSave([...changes, ...others])
  }
  return (
    <Dialog
      open
      wide
      heading={`Change ${row.providerName}, ${placeOf(row)}`}
      onClose={onClose}
      actions={
        <>
          <TextButton className="start" onClick={onClose}>
            Cancel
          </TextButton>
          <Button onClick={save}>Keep changes</Button>
        </>
      }
    >
      <RowFields {...form} />
    </Dialog>
  )
}

function RowFields({ typed, type, errorOf }: ReturnType<typeof useTyped>) {
  const text = (field: Exclude<Edited, 'address'>) => ({
    label: FIELD_LABELS[field],
    name: field,
    value: typed[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => type({ [field]: event.target.value }),
  })
  return (
    <>
      <p className="soft">A change of the location counts for every provider there.</p>
      <div className="filter-grid">
        {TEXTS.map((field) => (
          <TextField key={field} {...text(field)} />
        ))}
      </div>
      <AddressFields address={typed.address} error={errorOf('address')} onChange={(address) => type({ address })} />
      <div className="filter-grid">
        <TextField {...text('specialty')} hint="Taxonomy codes, the main one first, separated by semicolons." />
        <TextField {...text('languages')} hint="Codes such as en or es, separated by semicolons." />
        <SelectField
          label={FIELD_LABELS.acceptingNewPatients}
          name="acceptingNewPatients"
          placeholder="Not stated"
          value={isAccepting(typed.acceptingNewPatients) ? typed.acceptingNewPatients : ''}
          error={errorOf('acceptingNewPatients')}
          options={optionsOf(ACCEPTING_LABELS)}
          onPick={(acceptingNewPatients) => type({ acceptingNewPatients })}
        />
        <SelectField
          label={FIELD_LABELS.telehealth}
          name="telehealth"
          placeholder="Not stated"
          value={typed.telehealth === 'true' || typed.telehealth === 'false' ? typed.telehealth : ''}
          error={errorOf('telehealth')}
          options={optionsOf(YES_NO)}
          onPick={(telehealth) => type({ telehealth })}
        />
        <TextField {...text('leaving')} type="date" hint="The first day on which the provider no longer works here." />
      </div>
    </>
  )
}
