import type { ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { type Mapping, recognizeColumns, type SheetField } from '#shell/spreadsheet/columns.ts'
import type { Mapped } from '#shell/spreadsheet/map-columns.tsx'
import type { Cells } from '#shell/spreadsheet/read-spreadsheet.ts'

export type ListField = keyof ListRow

/** Columns of a list of members, and how schedules of practice systems name them. */
export const LIST_FIELDS: readonly SheetField<ListField>[] = [
  { name: 'memberId', label: 'Member ID', heading: /member|subscriber|insur|policy|\bid\b/i },
  { name: 'firstName', label: 'First name', heading: /first|given/i },
  { name: 'lastName', label: 'Last name', heading: /last|family|surname/i },
  { name: 'birthDate', label: 'Birth date', heading: /birth|dob/i },
  { name: 'onDate', label: 'Date of service', heading: /service|appointment|appt|visit|\bdos\b|date/i },
]

/** Without headings: one column holds member IDs; three or more hold names and birth dates. */
export function mapList(cells: Cells): Mapped<ListField> {
  const mapping = recognizeColumns(cells, LIST_FIELDS)
  if (mapping && canLookUp(mapping)) return { mapping, hasHeading: true }
  const width = Math.max(0, ...cells.map((row) => row.length))
  const usual: readonly ListField[] =
    width < 3 ? ['memberId', 'onDate'] : ['firstName', 'lastName', 'birthDate', 'onDate']
  return { mapping: Array.from({ length: width }, (_, at) => usual[at] ?? ''), hasHeading: false }
}

/** True if the columns are enough to find a member. */
export const canLookUp = (mapping: Mapping<ListField>): boolean =>
  mapping.includes('memberId') ||
  (['firstName', 'lastName', 'birthDate'] as const).every((field) => mapping.includes(field))
