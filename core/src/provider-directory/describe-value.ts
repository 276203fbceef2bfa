import { isCalendarDay } from '../forms/calendar-day.ts'
import { formatPhone } from '../forms/formats.ts'
import { formatLongCalendarDay } from '../forms/moments.ts'
import { CHANGE_LABELS } from '../plan-data/change-kinds.ts'
import { listedSpecialty } from '../plan-data/specialties.ts'
import { ACCEPTING_LABELS, type ChangeField, FIELD_LABELS } from './change-fields.ts'

/** A stored value of a field as plain text, one line for each part. Empty if there is none. */
export function describeValue(field: ChangeField, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field) {
    case 'specialty':
      return textsOf(value).map(describeSpecialty).join('\n')
    case 'languages':
      return textsOf(value).map(describeLanguage).join(', ')
    case 'acceptingNewPatients':
      return ACCEPTING[String(value)] ?? String(value)
    case 'telehealth':
      return value ? 'Yes' : 'No'
    case 'address':
      return describeAddress(value)
    case 'phone':
    case 'fax':
      return formatPhone(String(value))
    case 'leaving':
      return isCalendarDay(String(value)) ? formatLongCalendarDay(String(value)) : String(value)
    case 'newLocation':
      return describeNewLocation(value)
    case 'other':
      return [KINDS[partOf(value, 'kind')], partOf(value, 'details')].filter(Boolean).join('\n')
    default:
      return String(value)
  }
}

const ACCEPTING: Record<string, string> = ACCEPTING_LABELS
const KINDS: Record<string, string> = CHANGE_LABELS
const LANGUAGES = new Intl.DisplayNames('en-US', { type: 'language' })

const partOf = (value: unknown, part: string): string => String(Object(value)[part] ?? '')
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function describeSpecialty(code: string): string {
  const label = listedSpecialty(code)
  return label ? `${label} (${code})` : code
}

function describeLanguage(code: string): string {
  try {
    return LANGUAGES.of(code) ?? code
  } catch {
    // An older file may hold a code that is not one of BCP 47.
    return code
  }
}

function describeAddress(value: unknown): string {
  const [line1, line2, city, state, zip] = ['line1', 'line2', 'city', 'state', 'zip'].map((part) => partOf(value, part))
  return [line1, line2, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n')
}

function describeNewLocation(value: unknown): string {
  const labeled = (['phone', 'fax', 'hours', 'accessibility'] as const).map((part) => {
    const text = describeValue(part, partOf(value, part))
    return text && `${FIELD_LABELS[part]}: ${text}`
  })
  return [partOf(value, 'name'), describeAddress(Object(value).address), ...labeled].filter(Boolean).join('\n')
}
