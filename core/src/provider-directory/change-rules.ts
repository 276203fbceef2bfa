import { isCalendarDay } from '../forms/calendar-day.ts'
import { HIDDEN, stripPhone } from '../forms/formats.ts'
import { atMost, type Problem } from '../forms/rules.ts'
import { HIDDEN_CHARACTERS } from '../forms/sentences.ts'
import { CHANGE_KINDS, CHANGE_TEXT_MAX } from '../plan-data/change-kinds.ts'
import { BAD_DAY, SAY_WHAT_CHANGED } from '../plan-data/sentences.ts'
import {
  type Address,
  type ChangeField,
  type ChangeValue,
  type ChangeValues,
  isAccepting,
  type NewLocation,
  type Report,
} from './change-fields.ts'
import * as text from './sentences.ts'
import { readLanguageCodes, readState, readTaxonomyCodes, readZip } from './values.ts'

/**
 * Reads a typed or sent value of a field: the value as it is stored, or the error text. The browser, the spreadsheet and
 * the server use the same functions.
 */
export type Read<Value = ChangeValue> = { value: Value } | { problem: string }

/** Longest values, in characters. */
export const TEXT_MAX = { name: 200, line: 100, city: 60, hours: 500, accessibility: 500 } as const
export const LIST_MAX = 30

/** `today` is a day in the plan's time zone. */
export function readChange<Field extends ChangeField>(
  field: Field,
  given: unknown,
  today: string,
): Read<ChangeValues[Field]> {
  return READERS[field](given, today)
}

/** The error text of a value, for a form's field. */
export function checkChange(field: ChangeField, given: unknown, today: string): Problem {
  const read = readChange(field, given, today)
  return 'problem' in read ? read.problem : undefined
}

type Fields = Record<string, unknown>
const isObject = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** One line of text; line breaks become spaces, as they come from spreadsheets. */
function readText(given: unknown, max: number): Read<string> {
  if (typeof given !== 'string') return { problem: text.WRONG_VALUE }
  const value = given.replace(/\s+/g, ' ').trim()
  const problem = atMost(value, max) ?? (HIDDEN.test(value) ? HIDDEN_CHARACTERS : undefined)
  return problem === undefined ? { value } : { problem }
}

/** Ten digits as the North American numbering plan has them. Stored without punctuation. */
function readPhone(given: unknown): Read<string> {
  if (typeof given !== 'string' || !/^[\d\s().+-]*$/.test(given)) return { problem: text.BAD_PHONE }
  const value = stripPhone(given)
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(value) ? { value } : { problem: text.BAD_PHONE }
}

const readFax = (given: unknown): Read<string> => (given === '' ? { value: '' } : readPhone(given))

/** Codes that a rule of values.ts reads. */
function readCodes(
  given: unknown,
  read: (codes: readonly string[]) => string[] | undefined,
  problem: string,
): Read<string[]> {
  if (!Array.isArray(given) || given.length > LIST_MAX) return { problem }
  const codes = given.filter((code): code is string => typeof code === 'string')
  const value = codes.length === given.length ? read(codes) : undefined
  return value === undefined ? { problem } : { value }
}

function readLeaving(given: unknown, today: string): Read<string> {
  if (given === '') return { value: '' }
  if (typeof given !== 'string' || !isCalendarDay(given)) return { problem: BAD_DAY }
  const inYears = (years: number) => `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
  return given >= inYears(-1) && given <= inYears(2) ? { value: given } : { problem: text.BAD_LEAVING }
}

/** Reads the fields of an object in order, and stops at the first error. */
function readAll<Names extends string>(
  given: unknown,
  readers: Record<Names, (part: unknown) => Read<string>>,
): Read<Record<Names, string>> {
  if (!isObject(given)) return { problem: text.WRONG_VALUE }
  const value: Partial<Record<Names, string>> = {}
  for (const name in readers) {
    const read = readers[name](given[name] ?? '')
    if ('problem' in read) return read
    value[name] = read.value
  }
  return isWhole(value, readers) ? { value } : { problem: text.WRONG_VALUE }
}

const isWhole = <Names extends string>(
  value: Partial<Record<Names, string>>,
  readers: Record<Names, unknown>,
): value is Record<Names, string> => Object.keys(readers).every((name) => name in value)

const line = (max: number, missing?: string) => (part: unknown) => {
  const read = readText(part, max)
  return missing !== undefined && 'value' in read && read.value === '' ? { problem: missing } : read
}

function readCode(read: (text: string) => string | undefined, problem: string) {
  return (part: unknown): Read<string> => {
    const value = typeof part === 'string' ? read(part) : undefined
    return value === undefined ? { problem } : { value }
  }
}

const readAddress = (given: unknown): Read<Address> =>
  readAll(given, {
    line1: line(TEXT_MAX.line, text.ENTER_STREET),
    line2: line(TEXT_MAX.line),
    city: line(TEXT_MAX.city, text.ENTER_CITY),
    state: readCode(readState, text.BAD_STATE),
    zip: readCode(readZip, text.BAD_ZIP),
  })

function readNewLocation(given: unknown): Read<NewLocation> {
  if (!isObject(given)) return { problem: text.WRONG_VALUE }
  const address = readAddress(given.address)
  if ('problem' in address) return address
  const rest = readAll(given, {
    name: line(TEXT_MAX.name),
    phone: readPhone,
    fax: readFax,
    hours: line(TEXT_MAX.hours),
    accessibility: line(TEXT_MAX.accessibility),
  })
  return 'problem' in rest ? rest : { value: { ...rest.value, address: address.value } }
}

function readReport(given: unknown): Read<Report> {
  if (!isObject(given)) return { problem: text.WRONG_VALUE }
  const kind = CHANGE_KINDS.find((known) => known === given.kind)
  const details = typeof given.details === 'string' ? given.details.trim() : ''
  if (details === '') return { problem: SAY_WHAT_CHANGED }
  const problem = atMost(details, CHANGE_TEXT_MAX)
  if (kind === undefined || problem !== undefined) return { problem: problem ?? text.WRONG_VALUE }
  return { value: { kind, details } }
}

const READERS: { [Field in ChangeField]: (given: unknown, today: string) => Read<ChangeValues[Field]> } = {
  specialty: (given) => readCodes(given, readTaxonomyCodes, text.BAD_SPECIALTY),
  acceptingNewPatients: (given) => (isAccepting(given) ? { value: given } : { problem: text.BAD_ACCEPTING }),
  telehealth: (given) => (typeof given === 'boolean' ? { value: given } : { problem: text.WRONG_VALUE }),
  languages: (given) => readCodes(given, readLanguageCodes, text.BAD_LANGUAGE),
  leaving: readLeaving,
  name: line(TEXT_MAX.name),
  address: readAddress,
  phone: readPhone,
  fax: readFax,
  hours: line(TEXT_MAX.hours),
  accessibility: line(TEXT_MAX.accessibility),
  newLocation: readNewLocation,
  other: readReport,
}
