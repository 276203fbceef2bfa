import { normalizeMemberId } from '@portico/core/members/member-id'
import type { ScannedRecord } from './csv-scanner.ts'
import { DayReader, isEmailAddress, isNpi, readAmount } from './field-values.ts'

/** Reads one record's values by column name and keeps the first error. */
export class FieldReader {
  problem: string | undefined
  #record: ScannedRecord | undefined
  readonly #slots: Map<string, number>
  readonly #days = new DayReader()

  constructor(columns: readonly string[]) {
    this.#slots = new Map(columns.map((column, slot) => [column, slot]))
  }

  open(record: ScannedRecord): void {
    this.#record = record
    this.problem = undefined
  }

  optional(column: string): string | null {
    const value = trimAscii(this.#record?.value(this.#slots.get(column) ?? -1) ?? '')
    return value === '' ? null : value
  }

  required(column: string): string {
    const value = this.optional(column)
    if (value === null) this.fail(`${column} is empty.`)
    return value ?? ''
  }

  /** An identifier of the plan: printable ASCII without spaces. */
  code(column: string): string {
    const value = this.required(column)
    if (value && !/^[!-~]{1,64}$/.test(value)) this.fail(`${column} is not a code of at most 64 characters.`)
    return value
  }

  optionalText(column: string, most: number): string | null {
    const within = (text: string) => (Buffer.from(text, 'latin1').toString('utf8').length <= most ? text : undefined)
    return this.converted(column, within, `has more than ${most} characters.`)
  }

  npi(column: string): string {
    this.required(column)
    return this.optionalNpi(column) ?? this.optional(column) ?? ''
  }

  optionalNpi(column: string): string | null {
    const good = (text: string) => (isNpi(text) ? text : undefined)
    return this.converted(column, good, 'is not a National Provider Identifier (10 digits, check digit).')
  }

  memberId(column: string): string {
    return normalizeMemberId(this.required(column))
  }

  day(column: string): string {
    this.required(column)
    return this.optionalDay(column) ?? ''
  }

  optionalDay(column: string): string | null {
    return this.converted(column, (text) => this.#days.read(text), 'is not a date (YYYY-MM-DD).')
  }

  amount(column: string): string {
    this.required(column)
    return this.optionalAmount(column) ?? ''
  }

  optionalAmount(column: string): string | null {
    return this.converted(column, readAmount, 'is not an amount such as 125.00.')
  }

  optionalEmail(column: string): string | null {
    return this.converted(column, (text) => (isEmailAddress(text) ? text : undefined), 'is not an email address.')
  }

  /** A fixed number of digits; dashes and spaces are removed. The value never appears in the reason. */
  optionalDigits(column: string, count: number): string | null {
    const digits = (text: string) => {
      const bare = /[- ]/.test(text) ? text.replace(/[- ]/g, '') : text
      return bare.length === count && /^\d+$/.test(bare) ? bare : undefined
    }
    return this.converted(column, digits, `does not have ${count} digits.`)
  }

  optionalOneOf(column: string, choices: readonly string[]): string | null {
    const choose = (text: string) =>
      choices.includes(text) ? text : choices.find((choice) => choice === text.toUpperCase())
    return this.converted(column, choose, `is none of ${choices.join(', ')}.`)
  }

  converted(column: string, convert: (text: string) => string | undefined, complaint: string): string | null {
    const text = this.optional(column)
    if (text === null) return null
    const value = convert(text)
    if (value === undefined) this.fail(`${column} ${complaint}`)
    return value ?? null
  }

  fail(problem: string): void {
    this.problem ??= problem
  }
}

const SPACE = 32

/** Values are latin1 bytes here: `trim` would cut a trailing 'à', whose last byte looks like a space. */
function trimAscii(text: string): string {
  if (text === '' || (text.charCodeAt(0) > SPACE && text.charCodeAt(text.length - 1) > SPACE)) return text
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}
