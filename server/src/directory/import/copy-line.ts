import { isUtf8 } from 'node:buffer'
import type { ScannedRecord } from './csv-scanner.ts'

/** One line of PostgreSQL's COPY text format; null is `\N`. */
export function formatCopyLine(values: readonly (string | null)[]): string {
  let line = ''
  for (const value of values) line += `${value === null ? '\\N' : escapeValue(value)}\t`
  return `${line.slice(0, -1)}\n`
}

const escapeValue = (value: string): string =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : value

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Why the database could not store the text of this record, if it could not. One bad byte would end the whole COPY. */
export function findTextProblem(record: ScannedRecord, slots: number): string | undefined {
  if (record.plain) return undefined
  for (let slot = 0; slot < slots; slot++) {
    const value = record.value(slot)
    if (value.includes('\0')) return 'A value holds a zero byte.'
    if (!isUtf8(Buffer.from(value, 'latin1'))) return 'A value is not valid UTF-8 text.'
  }
  return undefined
}
