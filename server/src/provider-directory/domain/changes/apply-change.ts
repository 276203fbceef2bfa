import { planDayOf } from '@portico/core/forms/calendar-day'
import type {
  AcceptableField,
  LocationField,
  NewLocation,
  PracticeField,
} from '@portico/core/provider-directory/change-fields'
import { isLocationField, isPracticeField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { InTransaction } from '../../../platform/context.ts'
import { randomId } from '../../../platform/keys/random-ids.ts'
import {
  findNpisAt,
  findSameLocation,
  insertLocation,
  insertPractices,
  type LocationRow,
  type PracticeRow,
  updateLocation,
  updatePractice,
} from '../../store/practices.ts'
import type { Scope } from '../../store/scope.ts'

export type AppliedChange = {
  npi: string
  practiceId: string | null
  locationId: string | null
  field: AcceptableField
  value: unknown
  scope: Scope | undefined
}

/** Providers and locations whose published resources changed. */
export type Touched = { npis: string[]; locationIds: string[] }

/** Writes an accepted value into the directory. The caller has locked the practice or the location. */
export async function applyChange(inside: InTransaction, change: AppliedChange): Promise<Touched> {
  const { field, value, practiceId, locationId, npi } = change
  const today = planDayOf(inside.now)
  if (isPracticeField(field)) {
    await updatePractice(inside.db, expectId(practiceId), practiceColumns(field, value, today), inside.now)
    return { npis: [npi], locationIds: [] }
  }
  if (isLocationField(field)) {
    const id = expectId(locationId)
    await updateLocation(inside.db, id, locationColumns(field, value, today), inside.now)
    return { npis: await findNpisAt(inside.db, id), locationIds: [id] }
  }
  return addLocation(inside, change, storedValue(readChange('newLocation', value, today)))
}

async function addLocation(
  { db, now }: InTransaction,
  { npi, practiceId, scope }: AppliedChange,
  { address, ...given }: NewLocation,
): Promise<Touched> {
  const row = {
    location_id: `office-${randomId(9, 'base64url')}`,
    ...columnsOf(address),
    name: given.name || null,
    phone: given.phone,
    fax: given.fax || null,
    hours: given.hours || null,
    accessibility: given.accessibility || null,
  }
  const same = await findSameLocation(db, row)
  if (same === undefined) await insertLocation(db, row, now)
  const locationId = same ?? row.location_id
  await insertPractices(db, { npi, locationId, likeId: practiceId, scope, now })
  return { npis: [npi], locationIds: [locationId] }
}

function practiceColumns(field: PracticeField, value: unknown, today: string): Partial<PracticeRow> {
  switch (field) {
    case 'specialty':
      return { specialty: storedValue(readChange(field, value, today)).join(';') }
    case 'acceptingNewPatients':
      return { accepting_new_patients: storedValue(readChange(field, value, today)) }
    case 'telehealth':
      return { telehealth: storedValue(readChange(field, value, today)) }
    case 'languages':
      return { languages: storedValue(readChange(field, value, today)) }
    case 'leaving':
      return { ends_on: storedValue(readChange(field, value, today)) || null }
  }
}

function locationColumns(field: LocationField, value: unknown, today: string): Partial<LocationRow> {
  if (field === 'address') return columnsOf(storedValue(readChange(field, value, today)))
  return { [field]: storedValue(readChange(field, value, today)) || null }
}

const columnsOf = ({ line1, line2, city, state, zip }: NewLocation['address']) => ({
  address_1: line1,
  address_2: line2 || null,
  city,
  state,
  zip,
})

/** Stored values passed the same rules before. */
function storedValue<Value>(read: { value: Value } | { problem: string }): Value {
  if ('problem' in read) throw new Error(`A stored change cannot be applied: ${read.problem}`)
  return read.value
}

function expectId(id: string | null): string {
  if (id === null) throw new Error('A change of a practice or a location has its id')
  return id
}
