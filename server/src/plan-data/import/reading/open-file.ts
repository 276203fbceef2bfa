import { type FileHandle, open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { isSpreadsheet } from '#platform/spreadsheet/read-spreadsheet.ts'
import { readHeader } from './csv-scanner.ts'
import { FolderGiven, ImportError } from './import-error.ts'
import { type ReadCounts, type ReadTarget, readRows } from './read-rows.ts'
import { type SheetLimits, sheetToCsv } from './sheet-to-csv.ts'
import { CHUNK, type OpenedFile, type ReadBytes, Window } from './window.ts'

const LONGEST_HEADER = 1 << 20
/** Lines that a title can take before the header. */
const MOST_TITLES = 5

export type FileReader = { names: string[]; read(target: ReadTarget): Promise<ReadCounts>; close(): Promise<void> }

type Opening = {
  /** Lines before the one that names this column are a title. */
  headerHas?: string | undefined
  /** The limits of an XLSX file, for kinds that have such files. */
  sheet?: SheetLimits | undefined
}

/** Opens a file, compressed or not, and reads its header; `read` then streams the rows into a COPY. */
export async function openFile(path: string, opening: Opening = {}): Promise<FileReader> {
  const about = await stat(path).catch(() => undefined)
  if (about?.isDirectory()) throw new FolderGiven(`${path} is a folder. Name one file in it.`)
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`The file ${path} cannot be opened (${error.code}).`)
  })
  try {
    const opened = await openRows(file, path, opening)
    return { names: opened.names, read: (target) => readRows(opened, target), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openRows(file: FileHandle, path: string, { headerHas, sheet }: Opening): Promise<OpenedFile> {
  let bytes = await openBytes(file, path)
  let window = new Window()
  await window.fill(bytes.read)
  if (sheet && isSpreadsheet(window.bytes)) {
    const text = await sheetToCsv(await readRest(window, bytes.read, sheet, path), sheet, path)
    bytes = { ...bytes, read: readThrough(cut(text), path) }
    window = new Window()
  }
  const first = await readHeaderLine(window, bytes.read, path)
  let found = first
  let firstLine = 1 + first.lines
  for (let titles = 0; headerHas && !found.names.includes(headerHas) && titles < MOST_TITLES; titles++) {
    const next = await readHeaderLine(window, bytes.read, path).catch(() => undefined)
    if (!next) break
    found = next
    firstLine += next.lines
  }
  // Without the column, the first line is reported as the header that lacks it.
  const { names } = !headerHas || found.names.includes(headerHas) ? found : first
  if (names.every((name) => name === ''))
    throw new ImportError(`${path} has no header row. The first line must name the columns.`)
  return { names, window, firstLine, ...bytes }
}

async function readHeaderLine(window: Window, read: ReadBytes, path: string) {
  while (!window.bytes.includes('\n') && (await window.fill(read)))
    if (window.bytes.length > LONGEST_HEADER)
      throw new ImportError(`${path} is not a CSV file: its first line does not end.`)
  const header = readHeader(window.bytes.toString('latin1'))
  if (!header || header.length === 0)
    throw new ImportError(`${path} has no header row. The first line must name the columns.`)
  window.drop(header.length)
  return header
}

/** A spreadsheet cannot be read in parts. */
async function readRest(window: Window, read: ReadBytes, { fileBytes }: SheetLimits, path: string): Promise<Buffer> {
  while (await window.fill(read))
    if (window.bytes.length > fileBytes)
      throw new ImportError(`The spreadsheet ${path} is larger than ${fileBytes / 1e6} MB. Save it as CSV.`)
  return window.bytes
}

async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

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
