import { EMAIL_MAX, NAME_MAX } from '../constants.ts'
import { stripPhone } from './formats.ts'
import * as rule from './rules.ts'

/**
 * The contact details of a person, declared once. Forms, calls, invitation files, stores and erasure follow this list.
 * A new field needs an entry here, a migration for its columns, and an input on the pages that ask for it.
 */
type Field = {
  label: string
  /** The column of `account`, and of an invitation file. */
  column: string
  check: (value: string) => rule.Problem
  /** How a typed value is stored. An empty one is stored as null where the column allows it. */
  stored: (value: string) => string
  /** Characters a call accepts. The rule is stricter; it has a sentence for the person. */
  accepts: number
  /** Characters and autofill name of the input. */
  input: { maxLength?: number; autoComplete: string }
}

const trim = (value: string) => value.trim()

export const CONTACT_FIELDS = {
  firstName: {
    label: 'First name',
    column: 'first_name',
    check: rule.checkName,
    stored: trim,
    accepts: 200,
    input: { maxLength: NAME_MAX, autoComplete: 'given-name' },
  },
  lastName: {
    label: 'Last name',
    column: 'last_name',
    check: rule.checkName,
    stored: trim,
    accepts: 200,
    input: { maxLength: NAME_MAX, autoComplete: 'family-name' },
  },
  email: {
    label: 'Email',
    column: 'email',
    check: rule.checkEmail,
    stored: trim,
    accepts: 200,
    input: { maxLength: EMAIL_MAX, autoComplete: 'email' },
  },
  phone: {
    label: 'Phone',
    column: 'phone',
    check: rule.checkPhone,
    stored: stripPhone,
    accepts: 40,
    input: { autoComplete: 'tel' },
  },
  phoneExt: {
    label: 'Extension',
    column: 'phone_ext',
    check: rule.checkExtension,
    stored: trim,
    accepts: 40,
    input: { autoComplete: 'tel-extension' },
  },
} as const satisfies Record<string, Field>

export type ContactField = keyof typeof CONTACT_FIELDS
export type ContactColumn = (typeof CONTACT_FIELDS)[ContactField]['column']
export type Contact = Record<ContactField, string>

export const CONTACT_NAMES = Object.keys(CONTACT_FIELDS) as ContactField[]
export const CONTACT_COLUMNS: readonly ContactColumn[] = CONTACT_NAMES.map((name) => CONTACT_FIELDS[name].column)
