import { formatPhone } from './formats.ts'
import { PERSON_FIELD_NAMES, PERSON_FIELDS, type PersonField, type PersonForm } from './person-fields.ts'

/** The heading has the name, the address has a place of its own, and the extension stands with the phone. */
const APART: ReadonlySet<PersonField> = new Set(['firstName', 'lastName', 'email', 'phoneExt'])

/** The other fields of a person, as pages for staff and deciders list them. Empty ones are left out. */
export function listDetails(person: PersonForm): { field: PersonField; term: string; value: string }[] {
  return PERSON_FIELD_NAMES.filter((field) => !APART.has(field)).flatMap((field) => {
    const value = field === 'phone' ? phoneOf(person) : person[field]
    return value ? [{ field, term: PERSON_FIELDS[field].label, value }] : []
  })
}

const phoneOf = ({ phone, phoneExt }: PersonForm): string =>
  [formatPhone(phone), phoneExt && `ext. ${phoneExt}`].filter(Boolean).join(' ')
