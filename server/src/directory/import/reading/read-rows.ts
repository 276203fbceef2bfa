import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { FolderGiven, ImportError } from '../import-error.ts'
import { type RowReader, UNCHANGED } from '../import-kind.ts'
import { CsvScanner, type LineReader, readHeader, type ScannedRecord } from './csv-scanner.ts'
import type { RejectsFile } from './rejects-file.ts'

const CHUNK = 1 << 18
/** Small chunks become short-lived strings, which the young-generation collector frees: less memory and time. */
const PIECE = 1 << 16
const COPY_CHUNK = 1 << 16
const LONGEST_HEADER = 1 << 20
/** Milliseconds of parsing before yielding to the event loop, so that the connection can send. */
const TURN_MS = 5

export type FileReader = { names: string[]; read(target: ReadTarget): Promise<ReadCounts>; close(): Promise<void> }

type ReadCounts = { rows: number; unchanged: number }

type ReadTarget = RowReader & {
  columns: readonly string[]
  /** True if every staged row starts with its line and whether it was rejected. */
  tracksLines: boolean
  copy: Writable
  rejects: RejectsFile
  onProgress(rows: number, bytesRead: number): void
}

/** Opens a CSV file, compressed or not, and reads its header; `read` then streams the rows into a COPY. */
export async function openCsvFile(path: string): Promise<FileReader> {
  const about = await stat(path).catch(() => undefined)
  if (about?.isDirectory()) throw new FolderGiven(`${path} is a folder. Name one file in it.`)
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`The file ${path} cannot be opened (${error.code}).`)
  })
  try {
    const bytes = await openBytes(file, path)
    const window = new Window()
    while (!window.bytes.includes('\n') && (await window.fill(bytes.read)))
      if (window.bytes.length > LONGEST_HEADER)
        throw new ImportError(`${path} is not a CSV file: its first line does not end.`)
    const header = readHeader(window.bytes.toString('latin1'))
    if (!header || header.names.every((name) => name === ''))
      throw new ImportError(`${path} has no header row. The first line must name the columns.`)
    window.drop(header.length)
    const { names, lines } = header
    const opened = { names, window, firstLine: lines + 1, ...bytes }
    return { names, read: (target) => readRows(opened, target), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Fills the buffer from its start and returns the number of bytes; 0 at the end. */
type ReadBytes = (target: Buffer) => Promise<number>

async function openBytes(file: FileHandle, path: string): Promise<{ read: ReadBytes; bytesRead: () => number }> {
  const start = Buffer.alloc(2)
  await file.read(start, 0, 2, 0)
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    let position = 0
    const read = readThrough(
      readPieces(file, (length) => (position += length)),
      path,
    )
    return { read, bytesRead: () => position }
  }
  const raw = file.createReadStream({ highWaterMark: CHUNK, start: 0, autoClose: false })
  const input = raw.pipe(createGunzip({ chunkSize: CHUNK }))
  raw.on('error', (error) => input.destroy(error))
  return { read: readThrough(input.iterator(), path), bytesRead: () => raw.bytesRead }
}

/** Reads ahead while the last chunk is processed, so that disk and processor work in parallel. */
async function* readPieces(file: FileHandle, onRead: (length: number) => void): AsyncGenerator<Buffer> {
  let [piece, spare] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)]
  let position = 0
  for (let ahead = file.read(piece, 0, CHUNK, position); ; ) {
    const { bytesRead } = await ahead
    if (bytesRead === 0) return
    position += bytesRead
    ahead = file.read(spare, 0, CHUNK, position)
    // The error is thrown where the chunk is awaited, if it still is.
    ahead.catch(() => {})
    onRead(bytesRead)
    yield piece.subarray(0, bytesRead)
    ;[piece, spare] = [spare, piece]
  }
}

function readThrough(pieces: AsyncIterator<Buffer>, path: string): ReadBytes {
  let piece: Buffer = Buffer.alloc(0)
  return async (target) => {
    if (piece.length === 0) piece = await nextPiece(pieces, path)
    const length = piece.copy(target)
    piece = piece.subarray(length)
    return length
  }
}

/** The next chunk of the file; an empty one at its end. */
async function nextPiece(pieces: AsyncIterator<Buffer>, path: string): Promise<Buffer> {
  try {
    const { done, value } = await pieces.next()
    return done ? Buffer.alloc(0) : value
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ImportError(`${path} is compressed, and its content is damaged or incomplete.`)
    throw error
  }
}

/** A reusable buffer of unprocessed bytes. */
class Window {
  #memory = Buffer.alloc(CHUNK)
  #length = 0

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** False if nothing more arrived. */
  async fill(read: ReadBytes): Promise<boolean> {
    // A record that fills most of the buffer needs a larger one.
    if (this.#length > this.#memory.length / 2) this.#memory = Buffer.concat([this.#memory], this.#memory.length * 2)
    const length = await read(this.#memory.subarray(this.#length))
    this.#length += length
    return length > 0
  }

  /** Drops everything before the position. */
  drop(length: number): void {
    this.#memory.copyWithin(0, length, this.#length)
    this.#length -= length
  }
}

/** A file whose header was read, with the bytes of the rows that came with it. */
type OpenedFile = { names: string[]; window: Window; firstLine: number; read: ReadBytes; bytesRead: () => number }

async function readRows(file: OpenedFile, target: ReadTarget): Promise<ReadCounts> {
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
