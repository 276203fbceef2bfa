import { planDayOf } from '@portico/core/forms/calendar-day'
import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import { isLocationField, isPracticeField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { InTransaction } from '#platform/context.ts'
import { findSameLocations } from '../../store/new-locations.ts'
import {
  endAddedPractices,
  findNpisAt,
  type LocationColumns,
  type LocationRow,
  type PracticeColumns,
  type PracticeRow,
  updateLocations,
  updatePractices,
} from '../../store/practices.ts'
import { newLocationRow, type Touched } from './apply-change.ts'
import { isSameValue, presentValue } from './present-value.ts'

type AppliedBefore = {
  npi: string
  field: ChangeField
  value_before: unknown
  value_after: unknown
  practice: PracticeRow | undefined
  location: LocationRow | undefined
}

const NOTHING: Touched = { npis: [], locationIds: [] }

/**
 * Gives a field its value from before an accepted change back. Does nothing if the field changed again since, so that a
 * later value stays. The earlier value may come from the plan's file and is written as it was.
 */
export async function revertChange(inside: InTransaction, change: AppliedBefore): Promise<Touched> {
  const { npi, field, value_before: before, value_after: after, practice, location } = change
  if (field === 'newLocation') return endNewLocation(inside, npi, after)
  const read = readChange(field, after, planDayOf(inside.now))
  if (!('value' in read) || !isSameValue(presentValue(field, change), read.value)) return NOTHING
  if (isPracticeField(field) && practice) {
    await updatePractices(inside.db, [{ id: practice.id, set: practiceColumns(field, before) }], inside.now)
    return { npis: [npi], locationIds: [] }
  }
  if (isLocationField(field) && location) {
    const { location_id: id } = location
    await updateLocations(inside.db, [{ id, set: locationColumns(field, before) }], inside.now)
    return { npis: await findNpisAt(inside.db, [id]), locationIds: [id] }
  }
  return NOTHING
}

async function endNewLocation(inside: InTransaction, npi: string, after: unknown): Promise<Touched> {
  const today = planDayOf(inside.now)
  const read = readChange('newLocation', after, today)
  if (!('value' in read)) return NOTHING
  const [same] = await findSameLocations(inside.db, [newLocationRow(read.value)])
  const locationId = same?.locationId
  if (!locationId) return NOTHING
  await endAddedPractices(inside.db, { npi, locationId, on: today, now: inside.now })
  return { npis: [npi], locationIds: [locationId] }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function practiceColumns(field: ChangeField, before: unknown): PracticeColumns {
  switch (field) {
    case 'specialty':
      return { specialty: listOf(before).join(';') || null }
    case 'languages':
      return { languages: listOf(before) }
    case 'telehealth':
      return { telehealth: typeof before === 'boolean' ? before : null }
    case 'acceptingNewPatients': {
      const accepting = readChange('acceptingNewPatients', before, '')
      return { accepting_new_patients: 'value' in accepting ? accepting.value : null }
    }
    default:
      return { ends_on: textOf(before) }
  }
}

function locationColumns(field: ChangeField, before: unknown): LocationColumns {
  if (field !== 'address') return { [field]: textOf(before) }
  const part = (name: string) => textOf(Object(before)[name])
  return {
    address_1: part('line1'),
    address_2: part('line2'),
    city: part('city'),
    state: part('state'),
    zip: part('zip'),
  }
}
