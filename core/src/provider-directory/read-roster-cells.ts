import { isCalendarDay } from '../forms/calendar-day.ts'
import { checkNpi } from '../forms/npi.ts'
import { atMost } from '../forms/rules.ts'
import { BAD_DAY } from '../plan-data/sentences.ts'
import { codesOfSpecialty } from '../plan-data/specialties.ts'
import { readTypedDay } from '../spreadsheet/typed-day.ts'
import { ACCEPTING, ACCEPTING_LABELS, type Accepting, type ChangeValue } from './change-fields.ts'
import { type Read, readChange, TEXT_MAX } from './change-rules.ts'
import { LANGUAGE_CHOICES } from './languages.ts'
import type { AddressColumn, FieldColumn } from './roster-columns.ts'
import * as text from './sentences.ts'
import { nameLanguage, readState, readZip } from './values.ts'

/** Reads cells of spreadsheets, as people write them, into values that the shared rules check. */

/** Excel may show a whole number with a decimal. */
const withoutDecimal = (cell: string): string => cell.replace(/^(\d+)\.0+$/, '$1')

export function readNpi(cell: string): Read<string> {
  const value = withoutDecimal(cell).replace(/\s/g, '')
  if (value === '') return { problem: text.NPI_OF_ROW }
  const problem = checkNpi(value)
  return problem === undefined ? { value } : { problem }
}

/** `cell` is not empty. `today` is a day in the plan's time zone. */
export const readFieldCell = (column: FieldColumn, cell: string, today: string): Read<ChangeValue> =>
  CELLS[column](cell, today)

const CELLS: Record<FieldColumn, (cell: string, today: string) => Read<ChangeValue>> = {
  name: (cell, today) => readChange('name', cell, today),
  phone: (cell, today) => readChange('phone', withoutDecimal(cell), today),
  fax: (cell, today) => readChange('fax', withoutDecimal(cell), today),
  hours: (cell, today) => readChange('hours', cell, today),
  accessibility: (cell, today) => readChange('accessibility', cell, today),
  specialty: (cell, today) =>
    withProblem(readChange('specialty', splitSpecialties(cell).map(codeOfSpecialty), today), text.WRITE_SPECIALTY),
  acceptingNewPatients: readAccepting,
  telehealth: readTelehealth,
  languages: (cell, today) =>
    withProblem(readChange('languages', splitLanguages(cell).map(codeOfLanguage), today), text.WRITE_LANGUAGES),
  leaving: (cell, today) => {
    const day = readTypedDay(cell)
    return isCalendarDay(day) ? readChange('leaving', day, today) : { problem: BAD_DAY }
  },
}

const withProblem = <Value>(read: Read<Value>, problem: string): Read<Value> => ('problem' in read ? { problem } : read)

const splitBy = (separator: RegExp) => (cell: string) =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
const splitLanguages = splitBy(/[;,|/&\n]|\band\b/i)
/** Labels contain commas, so that commas separate only codes. */
const splitSpecialties = (cell: string): string[] =>
  splitBy(/^[\dA-Z]{9}X\s*,/i.test(cell) ? /[;,|\n]/ : /[;|\n]/)(cell)

/** The code in `Family Medicine (207Q00000X)`, or that of a label with one code. */
function codeOfSpecialty(part: string): string {
  const code = /\(([\dA-Z]{9}X)\)$/i.exec(part)?.[1]
  const codes = codesOfSpecialty(part)
  return code ?? (codes.length === 1 && codes[0] ? codes[0] : part)
}

/** The code of a language's English name. Anything else stays, and the rule decides. */
function codeOfLanguage(part: string): string {
  const named = LANGUAGE_CHOICES.find((code) => nameLanguage(code)?.toLowerCase() === part.toLowerCase())
  return named ?? part
}

const YES = new Set(['y', 'yes', 'true', '1', 'x'])
const NO = new Set(['n', 'no', 'false', '0'])

function readTelehealth(cell: string): Read<boolean> {
  const word = cell.toLowerCase()
  return YES.has(word) || NO.has(word) ? { value: YES.has(word) } : { problem: text.WRITE_YES_OR_NO }
}

function readAccepting(cell: string): Read<Accepting> {
  const word = cell.toLowerCase()
  const value = YES.has(word)
    ? 'Y'
    : NO.has(word)
      ? 'N'
      : ACCEPTING.find((known) => known.toLowerCase() === word || ACCEPTING_LABELS[known].toLowerCase() === word)
  return value === undefined ? { problem: text.WRITE_ACCEPTING } : { value }
}

/** A part of an address. Excel drops the leading zero of a ZIP code. */
export function readAddressCell(column: AddressColumn, cell: string, today: string): Read<string> {
  if (column === 'state') return given(readState(cell), text.BAD_STATE)
  if (column === 'zip') return given(readZip(padZip(withoutDecimal(cell))), text.BAD_ZIP)
  const read = readChange('name', cell, today)
  const problem = 'value' in read ? atMost(read.value, TEXT_MAX[column === 'city' ? 'city' : 'line']) : undefined
  return problem === undefined ? read : { problem }
}

const given = (value: string | undefined, problem: string): Read<string> =>
  value === undefined ? { problem } : { value }

const padZip = (zip: string): string => (/^\d{4}$/.test(zip) || /^\d{8}$/.test(zip) ? `0${zip}` : zip)
