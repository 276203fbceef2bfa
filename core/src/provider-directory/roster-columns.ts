import type { ChangeField } from './change-fields.ts'

/** What a column of an office's spreadsheet can hold. */
export const ROSTER_COLUMNS = [
  ...(['npi', 'locationId', 'name', 'line1', 'line2', 'city', 'state', 'zip', 'phone', 'fax', 'hours'] as const),
  ...(['accessibility', 'specialty', 'acceptingNewPatients', 'telehealth', 'languages', 'leaving'] as const),
] as const
export type RosterColumn = (typeof ROSTER_COLUMNS)[number]

export const ROSTER_LABELS: Record<RosterColumn, string> = {
  npi: 'NPI',
  locationId: 'Location ID',
  name: 'Name of the location',
  line1: 'Street',
  line2: 'Suite or floor',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  fax: 'Fax',
  hours: 'Office hours',
  accessibility: 'Accessibility',
  specialty: 'Specialty',
  acceptingNewPatients: 'Accepting new patients',
  telehealth: 'Telehealth',
  languages: 'Languages',
  leaving: 'Left the practice',
}

/** Columns that together are the field `address`. */
export const ADDRESS_COLUMNS = ['line1', 'line2', 'city', 'state', 'zip'] as const
export type AddressColumn = (typeof ADDRESS_COLUMNS)[number]

/** Columns that hold a whole field. */
export const FIELD_COLUMNS = [
  ...(['name', 'phone', 'fax', 'hours', 'accessibility'] as const),
  ...(['specialty', 'acceptingNewPatients', 'telehealth', 'languages', 'leaving'] as const),
] as const satisfies (RosterColumn & ChangeField)[]
export type FieldColumn = (typeof FIELD_COLUMNS)[number]

/** Rows of one file, characters of a cell, and columns that are remembered. */
export const ROSTER_ROWS_MAX = 2000
export const ROSTER_CELL_MAX = 600
export const ROSTER_HEADINGS_MAX = 60
