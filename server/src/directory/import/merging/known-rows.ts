import type { RowHash } from '../reading/row-hash.ts'

/** The first digit of an NPI is 1 or 2, and the last is a check digit the others give. */
const FIRST = 100_000_000
const POSITIONS = 200_000_000
const DIGITS = 10
export const findPosition = (npi: string): number => Number(npi.slice(0, 9)) - FIRST

/** The position of the NPI that stands here, below zero where none does. Its check digit is not looked at. */
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

/** Which NPIs were seen, one bit each: 25 MB hold every NPI there can be, whatever the size of the file. */
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
 * The hashes of stored rows, in ten bytes a provider. A hash lies in the place its NPI gives or in the next free one,
 * without the NPI: it is part of what was hashed.
 */
export class KnownRows {
  readonly #places: number
  readonly #hashes: Uint32Array
  readonly #most: number
  /** How many there are, with those there was no place for. */
  size = 0

  constructor(expected: number) {
    this.#places = Math.ceil(expected * 1.25) + 1
    this.#hashes = new Uint32Array(this.#places * 2)
    this.#most = Math.floor(this.#places * 0.95)
  }

  /** Where more come than were expected, the last are left out: what is not known is compared with what is stored. */
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

  /** Where the hash lies or would lie: some places are always free. */
  #find(position: number, high: number, low: number): number {
    // NPIs that follow each other would crowd in one place otherwise.
    let place = Math.floor(((Math.imul(position, 2654435761) >>> 0) / 0x100000000) * this.#places)
    for (;;) {
      const first = this.#hashes[place * 2]
      const second = this.#hashes[place * 2 + 1]
      if ((first === high && second === low) || (first === 0 && second === 0)) return place * 2
      place = place + 1 === this.#places ? 0 : place + 1
    }
  }
}
