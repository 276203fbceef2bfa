const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BACKSLASH = 92

/** A record longer than this is a quote that was never closed: it must not swallow the rest of the file. */
const LONGEST_RECORD = 1 << 20

export type ScannedRecord = {
  /** The physical line on which the record begins. */
  line: number
  /** What is wrong with the record's shape; its values cannot be read then. */
  problem: string | undefined
  /** True when no wanted value holds a backslash, a control character or a byte outside ASCII: nothing to escape. */
  plain: boolean
  /** The value of a wanted column, unquoted; '' where it is empty. */
  value(slot: number): string
}

/**
 * Finds the records of a CSV file and the places of the wanted columns, and skips the others without making strings.
 * Text comes as 'latin1': one character per byte. What is written as 'latin1' again is the same UTF-8 that was read.
 */
export class CsvScanner implements ScannedRecord {
  line = 1
  problem: string | undefined
  plain = true
  #text = ''
  #from = 0
  #end = 0
  readonly #columnCount: number
  readonly #slotOfColumn: Int16Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #escaped: Uint8Array

  /** `wanted[slot]` is the column's position in the file, or -1 when the file does not have it. */
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
    const value = this.#text.slice(this.#starts[slot], this.#ends[slot])
    return this.#escaped[slot] ? value.replaceAll('""', '"') : value
  }

  /** Hands every complete record of `text` to `onRecord`; gives back where the first incomplete one begins. */
  scan(text: string, isLast: boolean, onRecord: (record: ScannedRecord) => void): number {
    this.#text = text
    let from = 0
    while (from < text.length) {
      let next = this.#scanRecord(from, isLast)
      if (next < 0) {
        if (text.length - from < LONGEST_RECORD && !isLast) break
        this.problem = 'A quote is opened and never closed.'
        next = this.#findLineEnd(from)
        if (next < 0) {
          if (!isLast) break
          next = text.length
        }
      }
      this.#from = from
      this.#end = next
      if (!this.#isBlank()) onRecord(this)
      this.#countLines(from, next)
      from = next
    }
    return from
  }

  #isBlank(): boolean {
    const first = this.#text.charCodeAt(this.#from)
    return first === LINE_FEED || (first === CARRIAGE_RETURN && this.#end - this.#from <= 2)
  }

  #countLines(from: number, next: number): void {
    let at = this.#text.indexOf('\n', from)
    while (at >= 0 && at < next) {
      this.line++
      at = at === next - 1 ? -1 : this.#text.indexOf('\n', at + 1)
    }
  }

  #findLineEnd(from: number): number {
    const at = this.#text.indexOf('\n', from)
    return at < 0 ? -1 : at + 1
  }

  /** Where the next record begins, or -1 when the text ends inside this one. */
  #scanRecord(from: number, isLast: boolean): number {
    const text = this.#text
    const length = text.length
    const columnCount = this.#columnCount
    let at = from
    let column = 0
    this.problem = undefined
    this.plain = true
    for (;;) {
      const slot = column < columnCount ? (this.#slotOfColumn[column] as number) : -1
      let start = at
      let end: number
      let escaped = 0
      let rough = false
      if (text.charCodeAt(at) === QUOTE) {
        start = at + 1
        at = start
        for (;;) {
          let code = text.charCodeAt(at)
          while (code !== QUOTE) {
            if (at >= length) return -1
            if (code < 32 || code > 126 || code === BACKSLASH) rough = true
            code = text.charCodeAt(++at)
          }
          if (text.charCodeAt(at + 1) !== QUOTE) break
          escaped = 1
          at += 2
        }
        end = at
        at++
      } else {
        let code = text.charCodeAt(at)
        while (at < length && code !== COMMA && code !== LINE_FEED) {
          if ((code < 32 && code !== CARRIAGE_RETURN) || code > 126 || code === BACKSLASH) rough = true
          code = text.charCodeAt(++at)
        }
        end = at > start && code === LINE_FEED && text.charCodeAt(at - 1) === CARRIAGE_RETURN ? at - 1 : at
      }
      if (slot >= 0) {
        this.#starts[slot] = start
        this.#ends[slot] = end
        this.#escaped[slot] = escaped
        if (rough) this.plain = false
      }
      column++
      if (at >= length) {
        if (!isLast) return -1
        break
      }
      let code = text.charCodeAt(at)
      if (code === COMMA) {
        at++
        continue
      }
      if (code === CARRIAGE_RETURN) {
        if (at + 1 >= length && !isLast) return -1
        at++
        code = at < length ? text.charCodeAt(at) : LINE_FEED
      }
      if (code === LINE_FEED) {
        at++
        break
      }
      this.problem = 'Text follows a closing quote.'
      const next = this.#findLineEnd(at)
      return next < 0 && isLast ? length : next
    }
    if (column !== columnCount) this.problem = `The row has ${column} columns, the header has ${columnCount}.`
    return Math.min(at, length)
  }
}

/** The names in the first record, with the byte order mark, case and outer spaces taken off. */
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
      const stop = /[,\r\n]/.exec(text.slice(at))
      const end = stop ? at + stop.index : text.length
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
