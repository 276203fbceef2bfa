import type { RowHash } from './row-hash.ts'

/** An NPI starts with 1 or 2 and ends with a check digit. */
const FIRST = 100_000_000
const POSITIONS = 200_000_000
const DIGITS = 10
export const findPosition = (npi: string): number => Number(npi.slice(0, 9)) - FIRST

/** The index of the NPI at this position, negative if there is none. Does not verify the check digit. */
export function readPosition(bytes: DataView, start: number): number {
  if (start + DIGITS > bytes.byteLength) return -1
  let number = 0
  for (let at = start; at < start + DIGITS; at++) {
    const digit = bytes.getUint8(at) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  const position = Math.floor(number / 10) - FIRST
  return position < POSITIONS ? position : -1
}

/** A bitmap of seen NPIs: 25 MB cover every possible NPI, whatever the file size. */
export class NpiSet {
  readonly #words = new Uint32Array(POSITIONS / 32)

  has(position: number): boolean {
    return ((this.#words[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0
  }

  add(position: number): void {
    this.#words[position >>> 5] = (this.#words[position >>> 5] ?? 0) | (1 << (position & 31))
  }
}

/**
 * Hashes of stored rows, ten bytes per provider, in an open-addressing table. The NPI itself is not stored, because it
 * is part of the hash.
 */
export class KnownRows {
  readonly #places: number
  readonly #hashes: Uint32Array
  readonly #most: number
  /** The number of rows, including those that did not fit. */
  size = 0

  constructor(expected: number) {
    this.#places = Math.ceil(expected * 1.25) + 1
    this.#hashes = new Uint32Array(this.#places * 2)
    this.#most = Math.floor(this.#places * 0.95)
  }

  /** Rows beyond the expected number are left out; they are compared with the stored rows instead. */
  add(position: number, { high, low }: RowHash): void {
    if (this.size++ >= this.#most) return
    const at = this.#find(position, high, low)
    this.#hashes[at] = high
    this.#hashes[at + 1] = low
  }

  isKnown(position: number, { high, low }: RowHash): boolean {
    const at = this.#find(position, high, low)
    return this.#hashes[at] === high && this.#hashes[at + 1] === low && (high !== 0 || low !== 0)
  }

  /** The slot of the hash, or the next free one: some slots are always free. */
  #find(position: number, high: number, low: number): number {
    // Spreads consecutive NPIs over the table.
    let place = Math.floor(((Math.imul(position, 2654435761) >>> 0) / 0x100000000) * this.#places)
    for (;;) {
      const first = this.#hashes[place * 2]
      const second = this.#hashes[place * 2 + 1]
      if ((first === high && second === low) || (first === 0 && second === 0)) return place * 2
      place = place + 1 === this.#places ? 0 : place + 1
    }
  }
}
