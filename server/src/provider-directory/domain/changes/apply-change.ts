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
  type LocationColumns,
  type PracticeColumns,
  type RowUpdate,
  updateLocations,
  updatePractices,
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

/**
 * Writes accepted values into the directory, each row once. The caller has locked the practices and locations. Only new
 * locations are added one by one, so that providers who move together share one.
 */
export async function applyChanges(inside: InTransaction, changes: AppliedChange[]): Promise<Touched> {
  const practices = new Map<string, RowUpdate<PracticeColumns>>()
  const locations = new Map<string, RowUpdate<LocationColumns>>()
  const touched: Touched = { npis: [], locationIds: [] }
  const today = planDayOf(inside.now)
  for (const { field, value, practiceId, locationId, npi } of changes) {
    if (isPracticeField(field)) {
      addTo(practices, expectId(practiceId), practiceColumns(field, value, today))
      touched.npis.push(npi)
    } else if (isLocationField(field)) addTo(locations, expectId(locationId), locationColumns(field, value, today))
  }
  await updatePractices(inside.db, [...practices.values()], inside.now)
  await updateLocations(inside.db, [...locations.values()], inside.now)
  touched.locationIds.push(...locations.keys())
  touched.npis.push(...(await findNpisAt(inside.db, touched.locationIds)))
  for (const change of changes.filter(({ field }) => field === 'newLocation')) {
    const added = await addLocation(inside, change, storedValue(readChange('newLocation', change.value, today)))
    touched.npis.push(...added.npis)
    touched.locationIds.push(...added.locationIds)
  }
  return { npis: [...new Set(touched.npis)], locationIds: [...new Set(touched.locationIds)] }
}

export const applyChange = (inside: InTransaction, change: AppliedChange): Promise<Touched> =>
  applyChanges(inside, [change])

function addTo<Columns>(rows: Map<string, RowUpdate<Columns>>, id: string, set: Columns): void {
  rows.set(id, { id, set: { ...rows.get(id)?.set, ...set } })
}

async function addLocation(
  { db, now }: InTransaction,
  { npi, practiceId, scope }: AppliedChange,
  given: NewLocation,
): Promise<Touched> {
  const row = { ...newLocationRow(given), location_id: `office-${randomId(9, 'base64url')}` }
  const same = await findSameLocation(db, row)
  if (same === undefined) await insertLocation(db, row, now)
  const locationId = same ?? row.location_id
  await insertPractices(db, { npi, locationId, likeId: practiceId, scope, now })
  return { npis: [npi], locationIds: [locationId] }
}

/** The columns of a location that an office adds. */
export const newLocationRow = ({ address, ...given }: NewLocation) => ({
  ...columnsOf(address),
  name: given.name || null,
  phone: given.phone,
  fax: given.fax || null,
  hours: given.hours || null,
  accessibility: given.accessibility || null,
})

function practiceColumns(field: PracticeField, value: unknown, today: string): PracticeColumns {
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

function locationColumns(field: LocationField, value: unknown, today: string): LocationColumns {
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
