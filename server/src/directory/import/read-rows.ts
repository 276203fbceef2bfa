import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvScanner, readHeader, type ScannedRecord } from './csv-scanner.ts'
import { ImportError, type RowReader, UNCHANGED } from './import-kind.ts'
import type { RejectsFile } from './rejects-file.ts'

/** Small pieces are collected by the quick part of garbage collection: memory stays low whatever the file's size. */
const CHUNK = 1 << 16
const COPY_CHUNK = 1 << 16
const LONGEST_HEADER = 1 << 20

export type FileReader = { names: string[]; read(target: ReadTarget): Promise<ReadCounts> }

type ReadCounts = { rows: number; unchanged: number }

type ReadTarget = {
  columns: readonly string[]
  /** Whether every staged row begins with its line and whether it was rejected. */
  tracksLines: boolean
  readRow: RowReader
  copy: Writable
  rejects: RejectsFile
  onProgress(rows: number, bytesRead: number): void
}

/** Opens a CSV file, compressed or not, and reads its header; `read` then streams the rows into a COPY. */
export async function openCsvFile(path: string): Promise<FileReader> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`The file ${path} cannot be opened (${error.code}).`)
  })
  const start = Buffer.alloc(2)
  await file.read(start, 0, 2, 0)
  await file.close()
  const raw = createReadStream(path, { highWaterMark: CHUNK })
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  const input: Readable = isGzip ? raw.pipe(createGunzip({ chunkSize: CHUNK })) : raw
  raw.on('error', (error) => input.destroy(error))
  const chunks: AsyncIterator<Buffer> = input.iterator()
  const next = () => nextChunk(chunks, path)
  let beginning = Buffer.alloc(0)
  for (;;) {
    const chunk = await next()
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.includes('\n') || chunk.length === 0) break
    if (beginning.length > LONGEST_HEADER)
      throw new ImportError(`${path} is not a CSV file: its first line does not end.`)
  }
  const header = readHeader(beginning.toString('latin1'))
  if (!header || header.names.every((name) => name === ''))
    throw new ImportError(`${path} has no header row. The first line must name the columns.`)
  const rest = beginning.subarray(header.length)
  return {
    names: header.names,
    read: (target) =>
      readRows(
        { names: header.names, rest, firstLine: header.lines + 1, next, bytesRead: () => raw.bytesRead },
        target,
      ),
  }
}

/** The next piece of the file; an empty one at its end. */
async function nextChunk(chunks: AsyncIterator<Buffer>, path: string): Promise<Buffer> {
  try {
    const { done, value } = await chunks.next()
    return done ? Buffer.alloc(0) : value
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ImportError(`${path} is compressed, and its content is damaged or incomplete.`)
    throw error
  }
}

/** A file whose header was read: `rest` is what of the rows came with it, `next` gives the pieces behind. */
type OpenedFile = {
  names: string[]
  rest: Buffer
  firstLine: number
  next: () => Promise<Buffer>
  bytesRead: () => number
}

async function readRows(file: OpenedFile, target: ReadTarget): Promise<ReadCounts> {
  const { columns, tracksLines, readRow, copy, rejects, onProgress } = target
  const wanted = columns.map((column) => file.names.indexOf(column))
  const scanner = new CsvScanner(file.names.length, wanted, file.firstLine)
  let rows = 0
  let unchanged = 0
  let lines = ''
  const stage = (record: ScannedRecord) => {
    rows++
    const problem = record.problem ?? findTextProblem(record, wanted.length)
    const row = problem ? { reason: problem } : readRow(record)
    if (row === UNCHANGED) unchanged++
    else if (Array.isArray(row)) lines += (tracksLines ? `${record.line}\tf\t` : '') + formatCopyLine(row)
    else {
      rejects.add(record.line, row.reason)
      if (row.staged && tracksLines) lines += `${record.line}\tt\t${formatCopyLine(row.staged)}`
    }
  }
  let { rest } = file
  for (let ended = false; !ended; ) {
    const chunk = await file.next()
    ended = chunk.length === 0
    const unread = rest.length ? Buffer.concat([rest, chunk]) : chunk
    rest = unread.subarray(scanner.scan(unread, ended, stage))
    if (lines.length >= COPY_CHUNK || ended) {
      await writeLines(copy, lines)
      lines = ''
      await rejects.drain()
    }
    onProgress(rows, file.bytesRead())
  }
  return { rows, unchanged }
}

async function writeLines(copy: Writable, lines: string): Promise<void> {
  if (lines === '') return
  if (!copy.write(Buffer.from(lines, 'latin1'))) await once(copy, 'drain')
}

/** One line of PostgreSQL's COPY text format; null is `\N`. */
function formatCopyLine(values: readonly (string | null)[]): string {
  let line = ''
  for (const value of values) line += `${value === null ? '\\N' : escapeValue(value)}\t`
  return `${line.slice(0, -1)}\n`
}

const escapeValue = (value: string): string =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : value

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Why the database could not store the text of this record, if it could not. One bad byte would end the whole COPY. */
function findTextProblem(record: ScannedRecord, slots: number): string | undefined {
  if (record.plain) return undefined
  for (let slot = 0; slot < slots; slot++) {
    const value = record.value(slot)
    if (value.includes('\0')) return 'A value holds a zero byte.'
    if (!isUtf8(Buffer.from(value, 'latin1'))) return 'A value is not valid UTF-8 text.'
  }
  return undefined
}
