import { stripPhone } from '@portico/core/forms/formats'
import type { ChangeField, ChangeValue } from '@portico/core/provider-directory/change-fields'
import type { LocationRow, PracticeRow } from '../../store/practices.ts'

type Rows = { practice?: PracticeRow | undefined; location?: LocationRow | undefined }

/** The accepted value of a field, in the form of a change; null if the directory has none. */
export function presentValue(field: ChangeField, { practice, location }: Rows): ChangeValue | null {
  switch (field) {
    case 'specialty':
      return practice?.specialty ? practice.specialty.split(';').map((code) => code.trim()) : null
    case 'acceptingNewPatients':
      return practice?.accepting_new_patients ?? null
    case 'telehealth':
      return practice?.telehealth ?? null
    case 'languages':
      return practice?.languages ?? null
    case 'leaving':
      return practice?.ends_on ?? null
    case 'address':
      return location ? addressOf(location) : null
    case 'phone':
    case 'fax':
      return location?.[field] ? stripPhone(location[field]) || location[field] : null
    case 'newLocation':
    case 'other':
      return null
    default:
      return location?.[field] ?? null
  }
}

function addressOf(location: LocationRow): ChangeValue | null {
  const { address_1, address_2, city, state, zip } = location
  if (!address_1 && !city && !state && !zip) return null
  return { line1: address_1 ?? '', line2: address_2 ?? '', city: city ?? '', state: state ?? '', zip: zip ?? '' }
}

/** An empty text and a missing value are the same. */
export const isSameValue = (one: ChangeValue | null, other: ChangeValue | null): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
