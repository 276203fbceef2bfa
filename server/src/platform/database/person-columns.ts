import {
  mapPerson,
  PERSON_FIELD_NAMES,
  PERSON_FIELDS,
  type PersonColumn,
  type PersonDetails,
  type PersonForm,
} from '@portico/core/forms/person-fields'
import { PERSON_RULES } from '@portico/core/forms/rules'
import type { Tables } from './tables.ts'

export type PersonRow = Pick<Tables['account'], PersonColumn>

/** A person's fields as columns, cleaned; empty optional ones are null. */
export function toPersonColumns(person: PersonDetails): PersonRow {
  return Object.fromEntries(
    PERSON_FIELD_NAMES.map((field): readonly unknown[] => {
      const { column, optional } = PERSON_FIELDS[field]
      const value = PERSON_RULES[field].clean(person[field] ?? '')
      return [column, optional ? value || null : value]
    }),
  )
}

export const toPerson = (row: Record<PersonColumn, string | null>): PersonForm =>
  mapPerson((field) => row[PERSON_FIELDS[field].column] ?? '')
