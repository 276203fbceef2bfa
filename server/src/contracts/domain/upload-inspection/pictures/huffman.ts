import { Unreadable } from '../documents/unpack-stream.ts'

const CODES = 1 << 16

/** For every 16 bits: the length of the code they start with, times 256, plus its symbol. 0 is no code. */
export type HuffmanTable = Uint16Array

export function buildTable(lengths: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(CODES)
  let code = 0
  let next = 0
  for (const [index, count] of lengths.entries()) {
    const length = index + 1
    const width = CODES >> length
    for (let times = 0; times < count; times += 1) {
      const symbol = symbols[next]
      if (symbol === undefined || code + width > CODES) throw new Unreadable('a wrong code table')
      table.fill((length << 8) | symbol, code, code + width)
      code += width
      next += 1
    }
  }
  return table
}

const RESTART = 0xd0

/** Reads the bits of a scan up to the next marker. Throws Unreadable for a bit behind it: the scan is truncated. */
export class BitReader {
  readonly #data: Uint8Array
  #at: number
  #bits = 0
  #count = 0
  /** Bits in `#bits` that the data does not have. */
  #missing = 0

  constructor(data: Uint8Array, at: number) {
    this.#data = data
    this.#at = at
  }

  symbol(table: HuffmanTable): number {
    const entry = table[this.#peek()] ?? 0
    if (entry === 0) throw new Unreadable('no such code')
    this.#skip(entry >> 8)
    return entry & 0xff
  }

  /** At most 16 bits. */
  bits(count: number): number {
    if (count === 0) return 0
    const value = this.#peek() >> (16 - count)
    this.#skip(count)
    return value
  }

  /** A signed number of `count` bits, as JPEG writes it. */
  number(count: number): number {
    const value = this.bits(count)
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value
  }

  /** Continues behind the next restart marker. */
  restart(): void {
    const at = this.findMarker()
    if (((this.#data[at + 1] ?? 0) & 0xf8) !== RESTART) throw new Unreadable('a restart marker is missing')
    this.#at = at + 2
    this.#bits = 0
    this.#count = 0
    this.#missing = 0
  }

  /** Where the next marker is, or the end of the data. */
  findMarker(): number {
    let at = this.#at
    while (at < this.#data.length && !(this.#data[at] === 0xff && isMarker(this.#data[at + 1]))) at += 1
    return at
  }

  #peek(): number {
    while (this.#count <= 24) this.#readByte()
    return (this.#bits >>> (this.#count - 16)) & 0xffff
  }

  #readByte(): void {
    const byte = this.#data[this.#at]
    const isEnd = byte === undefined || (byte === 0xff && this.#data[this.#at + 1] !== 0)
    this.#bits = (this.#bits << 8) | (isEnd ? 0 : byte)
    this.#count += 8
    if (isEnd) this.#missing += 8
    else this.#at += byte === 0xff ? 2 : 1
  }

  #skip(count: number): void {
    this.#count -= count
    if (this.#count < this.#missing) throw new Unreadable('the scan ends early')
  }
}

const isMarker = (byte: number | undefined): boolean => byte !== undefined && byte !== 0 && byte !== 0xff
