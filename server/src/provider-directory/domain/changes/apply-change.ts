import { planDayOf } from '@portico/core/forms/calendar-day'
import type {
  AcceptableField,
  LocationField,
  NewLocation,
  PracticeField,
} from '@portico/core/provider-directory/change-fields'
import { isLocationField, isPracticeField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { InTransaction } from '#platform/context.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { findSameLocations, type GivenLocation, insertLocations, insertPractices } from '../../store/new-locations.ts'
import {
  findNpisAt,
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
 * Writes accepted values into the directory, each row once, with a number of statements that does not grow with the
 * changes. The caller has locked the practices and locations.
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
  const added = await addLocations(
    inside,
    changes.filter(({ field }) => field === 'newLocation'),
  )
  touched.npis.push(...added.npis)
  touched.locationIds.push(...added.locationIds)
  return { npis: [...new Set(touched.npis)], locationIds: [...new Set(touched.locationIds)] }
}

export const applyChange = (inside: InTransaction, change: AppliedChange): Promise<Touched> =>
  applyChanges(inside, [change])

function addTo<Columns>(rows: Map<string, RowUpdate<Columns>>, id: string, set: Columns): void {
  rows.set(id, { id, set: { ...rows.get(id)?.set, ...set } })
}

/** Providers who move to the same street, phone and name share a location. */
async function addLocations(inside: InTransaction, changes: readonly AppliedChange[]): Promise<Touched> {
  const { db, now } = inside
  const today = planDayOf(now)
  const given = changes.map(({ value }) => newLocationRow(storedValue(readChange('newLocation', value, today))))
  const same = await findSameLocations(db, given)
  const ids = given.map((_, at) => same[at]?.locationId ?? `office-${randomId(9, 'base64url')}`)
  const isNew = (at: number) => same[at]?.first === at && same[at].locationId === null
  const rows = given.flatMap((row, at) => (isNew(at) ? [{ ...row, location_id: ids[at] ?? '' }] : []))
  await insertLocations(db, rows, now)
  const locationIds = same.map(({ first }) => ids[first] ?? '')
  const wanted = changes.map(({ npi, practiceId, scope }, at) => ({
    ...{ npi, scope, locationId: locationIds[at] ?? '', likeId: practiceId },
  }))
  for (const part of Map.groupBy(wanted, ({ scope }) => JSON.stringify(scope)).values())
    await insertPractices(
      db,
      part.map(({ scope: _, ...practice }) => practice),
      { scope: part[0]?.scope, now },
    )
  return { npis: changes.map(({ npi }) => npi), locationIds: [...new Set(locationIds)] }
}

/** The columns of a location that an office adds. */
export const newLocationRow = ({ address, ...given }: NewLocation): GivenLocation => ({
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
