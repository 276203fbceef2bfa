import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvScanner, type LineReader, type ScannedRecord } from './csv-scanner.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { OpenedFile } from './window.ts'

/** Small chunks become short-lived strings, which the young-generation collector frees: less memory and time. */
const PIECE = 1 << 16
const COPY_CHUNK = 1 << 16
/** Milliseconds of parsing before yielding to the event loop, so that the connection can send. */
const TURN_MS = 5

export type ReadCounts = { rows: number; unchanged: number }

export type RowReader = {
  readRow: RecordReader
  /** Recognizes an unchanged row by its bytes without parsing it; undefined for all others. */
  readLine?(bytes: DataView, start: number, end: number): typeof UNCHANGED | Rejection | undefined
}

/**
 * Returns the staged values, or why the row is rejected. A rejected row with a readable key still counts as present
 * (`staged`), so that a snapshot does not treat its subject as missing.
 */
export type RecordReader = (record: ScannedRecord) => (string | null)[] | Rejection | typeof UNCHANGED

/** A row equal to what is stored. */
export const UNCHANGED = 'unchanged'

export type Rejection = { reason: string; staged?: (string | null)[] }

export type ReadTarget = RowReader & {
  columns: readonly string[]
  /** True if every staged row starts with its line and whether it was rejected. */
  tracksLines: boolean
  copy: Writable
  rejects: RejectsFile
  onProgress(rows: number, bytesRead: number): void
}

/** Streams the rows of an opened file into a COPY. */
export async function readRows(file: OpenedFile, target: ReadTarget): Promise<ReadCounts> {
  const { columns, tracksLines, readRow, readLine, copy, rejects, onProgress } = target
  const wanted = columns.map((column) => file.names.indexOf(column))
  const scanner = new CsvScanner(file.names.length, wanted, file.firstLine)
  let rows = 0
  let unchanged = 0
  let lines = ''
  const take = (row: ReturnType<typeof readRow>) => {
    rows++
    if (row === UNCHANGED) unchanged++
    else if (Array.isArray(row))
      lines += (tracksLines ? `${scanner.line}\tf\t` : '') + formatCopyLine(row, scanner.plain)
    else {
      rejects.add(scanner.line, row.reason)
      if (row.staged && tracksLines) lines += `${scanner.line}\tt\t${formatCopyLine(row.staged, scanner.plain)}`
    }
  }
  const onRecord = (record: ScannedRecord) => {
    const problem = record.problem ?? findTextProblem(record, wanted.length)
    take(problem ? { reason: problem } : readRow(record))
  }
  const onLine: LineReader | undefined =
    readLine &&
    ((bytes, start, end) => {
      const row = readLine(bytes, start, end)
      if (row) take(row)
      return row !== undefined
    })
  for (let ended = false; !ended; ) {
    ended = !(await file.window.fill(file.read))
    file.window.drop(
      await scanPieces(file.window.bytes, ended, (piece, isLast) => scanner.scan(piece, isLast, onRecord, onLine)),
    )
    if (lines.length >= COPY_CHUNK || ended) {
      await writeLines(copy, lines)
      lines = ''
      await rejects.drain()
    }
    onProgress(rows, file.bytesRead())
  }
  return { rows, unchanged }
}

/** Returns the start of the first incomplete record. A record longer than a chunk enlarges the next one. */
async function scanPieces(
  bytes: Buffer,
  isLast: boolean,
  scan: (piece: Buffer, isLast: boolean) => number,
): Promise<number> {
  let from = 0
  let since = performance.now()
  for (let size = PIECE; ; ) {
    const piece = bytes.subarray(from, from + size)
    const isEnd = from + piece.length === bytes.length
    const used = scan(piece, isLast && isEnd)
    from += used
    if (isEnd) return from
    size = used > 0 ? PIECE : size * 2
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
}

async function writeLines(copy: Writable, lines: string): Promise<void> {
  if (lines === '') return
  // A connection that failed meanwhile never drains.
  if (copy.errored) throw copy.errored
  if (!copy.write(Buffer.from(lines, 'latin1'))) await once(copy, 'drain')
}

const BACKSLASH = 92

/**
 * One line of PostgreSQL's COPY text format; null is `\N`. Values of a plain record need no escaping. Derived values
 * can start with a backslash, as a hash does, and contain no other.
 */
function formatCopyLine(values: readonly (string | null)[], plain: boolean): string {
  let line = ''
  for (const value of values)
    if (value === null) line += '\\N\t'
    else if (!plain) line += `${escapeValue(value)}\t`
    else line += value.charCodeAt(0) === BACKSLASH ? `\\${value}\t` : `${value}\t`
  return `${line.slice(0, -1)}\n`
}

const escapeValue = (value: string): string =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : value

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Why the database cannot store this record's text, if it cannot. One invalid byte would abort the whole COPY. */
function findTextProblem(record: ScannedRecord, slots: number): string | undefined {
  if (record.plain) return undefined
  for (let slot = 0; slot < slots; slot++) {
    const value = record.value(slot)
    if (value.includes('\0')) return 'A value contains a NUL byte.'
    if (!isUtf8(Buffer.from(value, 'latin1'))) return 'A value is not valid UTF-8 text.'
  }
  return undefined
}
