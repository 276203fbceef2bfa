import { hashBytes, type RowHash } from './row-hash.ts'

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BACKSLASH = 92

/** Bytes that need no handling anywhere: no quotes and nothing to validate. */
const isUsual = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 32 && byte <= 126 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
)

/** A longer record means a quote that was never closed; it must not swallow the rest of the file. */
const LONGEST_RECORD = 1 << 20

export type ScannedRecord = {
  /** The physical line on which the record starts. */
  line: number
  /** A syntax error of the record; its values cannot be read then. */
  problem: string | undefined
  /** True if no wanted value contains a backslash, a control character or a non-ASCII byte: nothing to validate. */
  plain: boolean
  /** The unquoted value of a wanted column; '' if it is empty. */
  value(slot: number): string
  /** Hash of all its bytes except the line feed. */
  hash(seed: number): RowHash
}

/** Inspects the bytes of a line before it is parsed; returns true if the line needs no parsing. */
export type LineReader = (bytes: DataView, start: number, end: number) => boolean

/** Position of a value, whether it contains doubled quotes, and whether it is more than plain text. */
type Place = { start: number; end: number; escaped: number; rough: boolean }

/**
 * Finds the records of a CSV file and the positions of the wanted columns, and skips the others without creating
 * strings. Values are 'latin1' strings: one character per byte. Written as 'latin1' again, they are the original UTF-8.
 */
export class CsvScanner implements ScannedRecord {
  line: number
  problem: string | undefined
  plain = true
  #bytes: Uint8Array = new Uint8Array()
  #view: DataView = new DataView(new ArrayBuffer(0))
  #text = ''
  #from = 0
  #next = 0
  readonly #columnCount: number
  readonly #slotOfColumn: Int16Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #escaped: Uint8Array

  /** `wanted[slot]` is the column's position in the file, or -1 if the file does not have it. */
  constructor(columnCount: number, wanted: readonly number[], firstLine = 1) {
    this.line = firstLine
    this.#columnCount = columnCount
    this.#slotOfColumn = new Int16Array(columnCount).fill(-1)
    this.#starts = new Int32Array(wanted.length)
    this.#ends = new Int32Array(wanted.length)
    this.#escaped = new Uint8Array(wanted.length)
    wanted.forEach((column, slot) => {
      if (column >= 0) this.#slotOfColumn[column] = slot
    })
  }

  value(slot: number): string {
    const start = this.#starts[slot] ?? 0
    const end = this.#ends[slot] ?? 0
    if (start === end) return ''
    const value = this.#text.slice(start, end)
    return this.#escaped[slot] ? value.replaceAll('""', '"') : value
  }

  hash(seed: number): RowHash {
    const end = this.#bytes[this.#next - 1] === LINE_FEED ? this.#next - 1 : this.#next
    return hashBytes(this.#view, this.#from, end, seed)
  }

  /**
   * Passes every complete record to `onRecord` unless `onLine` already handled its first line. Returns the start of the
   * first incomplete one.
   */
  scan(buffer: Buffer, isLast: boolean, onRecord: (record: ScannedRecord) => void, onLine?: LineReader): number {
    this.#bytes = buffer
    this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
    this.#text = ''
    let from = 0
    while (from < buffer.length) {
      const end = onLine ? buffer.indexOf(LINE_FEED, from) : -1
      if (end >= 0 && onLine?.(this.#view, from, end)) {
        this.line++
        from = end + 1
        continue
      }
      if (this.#text === '') this.#text = buffer.toString('latin1')
      let next = this.#scanRecord(from, isLast)
      if (next < 0) {
        if (buffer.length - from < LONGEST_RECORD && !isLast) break
        next = this.#skipLine(from, isLast)
        if (next < 0) break
        this.problem = 'A quote is opened and never closed.'
      }
      const first = buffer[from]
      const isBlank = first === LINE_FEED || (first === CARRIAGE_RETURN && next - from <= 2)
      this.#from = from
      this.#next = next
      if (!isBlank) onRecord(this)
      this.#countLines(from, next)
      from = next
    }
    return from
  }

  #countLines(from: number, next: number): void {
    let at = this.#text.indexOf('\n', from)
    while (at >= 0 && at < next) {
      this.line++
      at = at === next - 1 ? -1 : this.#text.indexOf('\n', at + 1)
    }
  }

  #skipLine(from: number, isLast: boolean): number {
    const at = this.#text.indexOf('\n', from)
    return at >= 0 ? at + 1 : isLast ? this.#bytes.length : -1
  }

  /** The start of the next record, or -1 if the bytes end inside this one. */
  #scanRecord(from: number, isLast: boolean): number {
    const bytes = this.#bytes
    const view = this.#view
    const slots = this.#slotOfColumn
    const starts = this.#starts
    const ends = this.#ends
    const escaped = this.#escaped
    // Never reads past the end here: the engine would take twice as long for every byte.
    const { length } = bytes
    let at = from
    let column = 0
    this.problem = undefined
    this.plain = true
    // Positions skipped below as empty stay empty.
    starts.fill(0)
    ends.fill(0)
    for (;;) {
      // Most of the national file's 330 columns are empty: skipped four at a time, then one by one.
      while (at + 12 <= length && isFourEmpty(view, at)) {
        at += 12
        column += 4
      }
      while (at + 2 < length && bytes[at] === QUOTE && bytes[at + 1] === QUOTE && bytes[at + 2] === COMMA) {
        at += 3
        column++
      }
      // Most other values are plain quoted text.
      const end = at < length && bytes[at] === QUOTE ? skipUsual(bytes, at + 1) : at
      if (end > at && end + 1 < length && bytes[end] === QUOTE && bytes[end + 1] === COMMA) {
        const slot = slots[column] ?? -1
        if (slot >= 0) {
          starts[slot] = at + 1
          ends[slot] = end
          escaped[slot] = 0
        }
        at = end + 2
        column++
        continue
      }
      at = at < length && bytes[at] === QUOTE ? this.#scanQuoted(at + 1, column) : this.#scanBare(at, column)
      if (at < 0) return -1
      column++
      if (at >= length || bytes[at] !== COMMA) return this.#endRecord(at, isLast, column)
      at++
    }
  }

  /** The position after the closing quote, or -1 if the bytes end before it. */
  #scanQuoted(start: number, column: number): number {
    const bytes = this.#bytes
    const length = bytes.length
    let at = start
    let escaped = 0
    let rough = false
    for (;;) {
      while (isUsual[bytes[at] ?? 0] === 1) at++
      if (bytes[at] !== QUOTE) {
        if (at >= length) return -1
        rough = true
        at++
      } else if (bytes[at + 1] !== QUOTE) break
      else {
        escaped = 1
        at += 2
      }
    }
    this.#keep(column, { start, end: at, escaped, rough })
    return at + 1
  }

  /** The end of an unquoted value: the comma, the end of the line, or the end of the bytes. */
  #scanBare(start: number, column: number): number {
    const bytes = this.#bytes
    const length = bytes.length
    let at = start
    let rough = false
    let byte = bytes[at] ?? 0
    while (at < length && byte !== COMMA && byte !== LINE_FEED) {
      if (byte < 32 || byte > 126 || byte === BACKSLASH)
        rough ||= byte !== CARRIAGE_RETURN || (at + 1 < length && bytes[at + 1] !== LINE_FEED)
      byte = bytes[++at] ?? 0
    }
    const end = at > start && byte !== COMMA && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at
    this.#keep(column, { start, end, escaped: 0, rough })
    return at
  }

  #keep(column: number, { start, end, escaped, rough }: Place): void {
    const slot = this.#slotOfColumn[column] ?? -1
    if (slot < 0) return
    this.#starts[slot] = start
    this.#ends[slot] = end
    this.#escaped[slot] = escaped
    if (rough) this.plain = false
  }

  /** After the last value: the start of the next record, or -1 if the bytes end too early to know it. */
  #endRecord(after: number, isLast: boolean, columns: number): number {
    const { length } = this.#bytes
    let at = after
    if (this.#bytes[at] === CARRIAGE_RETURN) at++
    if (at >= length && !isLast) return -1
    if (at < length && this.#bytes[at] !== LINE_FEED) {
      this.problem = 'Text follows a closing quote.'
      return this.#skipLine(at, isLast)
    }
    if (columns !== this.#columnCount)
      this.problem = `The row has ${columns} columns, the header has ${this.#columnCount}.`
    return Math.min(at + 1, length)
  }
}

function skipUsual(bytes: Uint8Array, from: number): number {
  const { length } = bytes
  let at = from
  while (at < length && isUsual[bytes[at] ?? 0] === 1) at++
  return at
}

/** True if the next twelve bytes are `"","","","",`. */
function isFourEmpty(view: DataView, at: number): boolean {
  return (
    view.getInt32(at, true) === 0x222c2222 &&
    view.getInt32(at + 4, true) === 0x22222c22 &&
    view.getInt32(at + 8, true) === 0x2c22222c
  )
}

/** The column names of the header, without byte order mark, in lower case and trimmed. */
export function readHeader(text: string): { names: string[]; length: number; lines: number } | undefined {
  const start = text.startsWith('\xef\xbb\xbf') ? 3 : 0
  const names: string[] = []
  let at = start
  for (;;) {
    let name = ''
    if (text[at] === '"') {
      const close = text.indexOf('"', at + 1)
      if (close < 0) return undefined
      name = text.slice(at + 1, close)
      at = close + 1
    } else {
      const stop = text.slice(at).search(/[,\r\n]/)
      const end = stop < 0 ? text.length : at + stop
      name = text.slice(at, end)
      at = end
    }
    names.push(name.trim().toLowerCase())
    if (text[at] === ',') at++
    else break
  }
  if (text[at] === '\r') at++
  if (text[at] === '\n') at++
  return { names, length: at, lines: text.slice(0, at).split('\n').length - 1 }
}
