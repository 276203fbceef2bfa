import { EMAIL_MAX, NAME_MAX } from '../constants.ts'

/**
 * The fields of a person, declared once. Forms, calls, invitation files, stores, erasure, export, the pages of staff and
 * deciders and the claims of the sign-on hub follow them; the file of people for offices does not. A new field needs an entry here, a rule (PERSON_RULES in rules.ts), a migration for its columns, and an input on the pages
 * that ask for it. The rules are apart, because the wizard's first download has no room for them.
 */
type Field = {
  label: string
  /** In `account` and `four_eyes_approval`, and in an invitation file. */
  column: string
  /** Stored as null when it is empty; an invitation may leave it out. */
  optional: boolean
  /** Characters a call accepts. The rule is stricter, and has a text for the person. */
  accepts: number
  /** The claim that applications get in this scope, or null if they never get it. */
  claim: { scope: 'profile' | 'email'; name: string } | null
  /** Attributes of the input. */
  input: { maxLength?: number; autoComplete: string }
}

const name = { optional: false, accepts: 200 } as const

export const PERSON_FIELDS = {
  firstName: {
    ...name,
    label: 'First name',
    column: 'first_name',
    claim: { scope: 'profile', name: 'given_name' },
    input: { maxLength: NAME_MAX, autoComplete: 'given-name' },
  },
  lastName: {
    ...name,
    label: 'Last name',
    column: 'last_name',
    claim: { scope: 'profile', name: 'family_name' },
    input: { maxLength: NAME_MAX, autoComplete: 'family-name' },
  },
  email: {
    label: 'Email',
    column: 'email',
    optional: false,
    accepts: 200,
    claim: { scope: 'email', name: 'email' },
    input: { maxLength: EMAIL_MAX, autoComplete: 'email' },
  },
  phone: { label: 'Phone', column: 'phone', optional: true, accepts: 40, claim: null, input: { autoComplete: 'tel' } },
  phoneExt: {
    label: 'Extension',
    column: 'phone_ext',
    optional: true,
    accepts: 40,
    claim: null,
    input: { autoComplete: 'tel-extension' },
  },
} as const satisfies Record<string, Field>

type Fields = typeof PERSON_FIELDS
export type PersonField = keyof Fields
export type PersonColumn = Fields[PersonField]['column']
/** A form about a person, as typed. */
export type PersonForm = Record<PersonField, string>

type OptionalField = { [Name in PersonField]: Fields[Name]['optional'] extends true ? Name : never }[PersonField]
/** A person as a call or a store gets them. */
export type PersonDetails = Omit<PersonForm, OptionalField> & { [Name in OptionalField]?: string | undefined }

export const PERSON_FIELD_NAMES = Object.keys(PERSON_FIELDS) as PersonField[]
export const PERSON_COLUMNS: readonly PersonColumn[] = PERSON_FIELD_NAMES.map((field) => PERSON_FIELDS[field].column)

/** Maps each field to a value. */
export function mapPerson<Value>(get: (field: PersonField) => Value): Record<PersonField, Value> {
  return Object.fromEntries(PERSON_FIELD_NAMES.map((field): readonly unknown[] => [field, get(field)]))
}

export const NO_PERSON: PersonForm = mapPerson(() => '')
