import { EMAIL_MAX, NAME_MAX } from '../constants.ts'
import { stripPhone } from './formats.ts'
import * as rule from './rules.ts'

/**
 * The fields of a person, declared once. Forms, calls, invitation files, stores, erasure and export follow them. A new
 * field needs an entry here, a migration for its columns, and an input on the pages that ask for it.
 */
type Field = {
  label: string
  /** In `account` and `four_eyes_approval`, and in an invitation file. */
  column: string
  check: (value: string) => rule.Problem
  /** How a typed value is stored. */
  clean: (value: string) => string
  /** Stored as null when it is empty; an invitation may leave it out. */
  optional: boolean
  /** Characters a call accepts. The rule is stricter, and has a text for the person. */
  accepts: number
  /** Attributes of the input. */
  input: { maxLength?: number; autoComplete: string }
}

const trim = (value: string) => value.trim()
const name = { check: rule.checkName, clean: trim, optional: false, accepts: 200 } as const

export const PERSON_FIELDS = {
  firstName: {
    ...name,
    label: 'First name',
    column: 'first_name',
    input: { maxLength: NAME_MAX, autoComplete: 'given-name' },
  },
  lastName: {
    ...name,
    label: 'Last name',
    column: 'last_name',
    input: { maxLength: NAME_MAX, autoComplete: 'family-name' },
  },
  email: {
    label: 'Email',
    column: 'email',
    check: rule.checkEmail,
    clean: trim,
    optional: false,
    accepts: 200,
    input: { maxLength: EMAIL_MAX, autoComplete: 'email' },
  },
  phone: {
    label: 'Phone',
    column: 'phone',
    check: rule.checkPhone,
    clean: stripPhone,
    optional: true,
    accepts: 40,
    input: { autoComplete: 'tel' },
  },
  phoneExt: {
    label: 'Extension',
    column: 'phone_ext',
    check: rule.checkExtension,
    clean: trim,
    optional: true,
    accepts: 40,
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

type Checked = { [Name in PersonField]?: string | undefined } & { confirmEmail?: string }
type Problems = Partial<Record<PersonField | 'confirmEmail', rule.Problem>>

/** Checks the fields that a form has, in the order of the screen. */
export function personProblems(form: Checked): Problems {
  const problems: Problems = {}
  for (const field of PERSON_FIELD_NAMES) {
    const value = form[field]
    if (value !== undefined) problems[field] = PERSON_FIELDS[field].check(value)
    if (field === 'email' && form.confirmEmail !== undefined)
      problems.confirmEmail = rule.checkConfirmEmail(form.confirmEmail, form.email ?? '')
  }
  return problems
}

/** Checks an invitation: optional fields may stay empty, for the invited person can add them. */
export function invitedProblems(form: Checked): Problems {
  const isEmpty = (field: PersonField) => PERSON_FIELDS[field].optional && !form[field]?.trim()
  return personProblems({ ...form, ...mapPerson((field) => (isEmpty(field) ? undefined : form[field]?.trim())) })
}
