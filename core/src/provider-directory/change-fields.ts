/** The fields of the directory that an office can ask to change, by what they belong to. */
export const PRACTICE_FIELDS = ['specialty', 'acceptingNewPatients', 'telehealth', 'languages', 'leaving'] as const
export const LOCATION_FIELDS = ['name', 'address', 'phone', 'fax', 'hours', 'accessibility'] as const
export const CHANGE_FIELDS = [...PRACTICE_FIELDS, ...LOCATION_FIELDS, 'newLocation', 'other'] as const
export type PracticeField = (typeof PRACTICE_FIELDS)[number]
export type LocationField = (typeof LOCATION_FIELDS)[number]
export type ChangeField = (typeof CHANGE_FIELDS)[number]

/** A report in free text cannot be applied, so no rule of the plan can accept it. */
export const ACCEPTABLE_FIELDS = [...PRACTICE_FIELDS, ...LOCATION_FIELDS, 'newLocation'] as const
export type AcceptableField = (typeof ACCEPTABLE_FIELDS)[number]

export const FIELD_LABELS: Record<ChangeField, string> = {
  specialty: 'Specialty',
  acceptingNewPatients: 'Accepting new patients',
  telehealth: 'Telehealth',
  languages: 'Languages',
  leaving: 'Left the practice',
  name: 'Name of the location',
  address: 'Address',
  phone: 'Phone',
  fax: 'Fax',
  hours: 'Office hours',
  accessibility: 'Accessibility',
  newLocation: 'New location',
  other: 'Reported in words',
}

/** How a change came to the plan. */
export const CHANGE_SOURCES = ['PAGE', 'FILE', 'REPORT'] as const
export const SOURCE_LABELS: Record<(typeof CHANGE_SOURCES)[number], string> = {
  PAGE: 'Directory page',
  FILE: 'Spreadsheet',
  REPORT: 'Report in words',
}

export const ACCEPTING_LABELS = {
  Y: 'Yes',
  N: 'No',
  EXISTING: 'Existing patients only',
  FAMILY: 'Families of patients only',
} as const
export type Accepting = keyof typeof ACCEPTING_LABELS
export const ACCEPTING = ['Y', 'N', 'EXISTING', 'FAMILY'] as const satisfies Accepting[]
export const isAccepting = (given: unknown): given is Accepting => ACCEPTING.some((known) => known === given)

export type Address = { line1: string; line2: string; city: string; state: string; zip: string }
export type NewLocation = {
  name: string
  address: Address
  phone: string
  fax: string
  hours: string
  accessibility: string
}
/** A report in words, of a kind in core/src/plan-data/change-kinds.ts. */
export type Report = { kind: string; details: string }

/** The value of each field. Empty text stands for no value; an empty `leaving` takes a leaving date back. */
export type ChangeValues = {
  specialty: string[]
  acceptingNewPatients: Accepting
  telehealth: boolean
  languages: string[]
  leaving: string
  name: string
  address: Address
  phone: string
  fax: string
  hours: string
  accessibility: string
  newLocation: NewLocation
  other: Report
}
export type ChangeValue = ChangeValues[ChangeField]

export const isPracticeField = (field: ChangeField): field is PracticeField => includes(PRACTICE_FIELDS, field)
export const isLocationField = (field: ChangeField): field is LocationField => includes(LOCATION_FIELDS, field)
export const isChangeField = (text: string): text is ChangeField => includes(CHANGE_FIELDS, text)

const includes = (fields: readonly string[], field: string): boolean => fields.includes(field)
