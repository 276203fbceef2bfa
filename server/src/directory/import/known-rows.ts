import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Trx } from './import-kind.ts'
import type { RowHash } from './row-hash.ts'

/** The first digit of an NPI is 1 or 2, and the last is a check digit the others give. */
const POSITIONS = 200_000_000
const findPosition = (npi: string): number => Number(npi.slice(0, 9)) - 100_000_000
const WORDS_IN_BLOCK = 8

/** Which NPIs were seen, one bit each: 25 MB hold every NPI there can be, whatever the size of the file. */
export class NpiSet {
  protected readonly words = new Uint32Array(POSITIONS / 32)

  has(npi: string): boolean {
    const position = findPosition(npi)
    return ((this.words[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0
  }

  add(npi: string): void {
    const position = findPosition(npi)
    this.words[position >>> 5] = (this.words[position >>> 5] ?? 0) | (1 << (position & 31))
  }
}

/**
 * The hashes of all stored rows, in 8 bytes a provider: they lie in the order of the NPIs, and how many NPIs come
 * before one is counted from the bits of its block.
 */
export class KnownRows extends NpiSet {
  readonly #before = new Uint32Array(POSITIONS / 32 / WORDS_IN_BLOCK)
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  #count = 0
  #block = -1

  constructor(size: number) {
    super()
    this.#high = new Uint32Array(size)
    this.#low = new Uint32Array(size)
  }

  /** In the order of the NPIs. */
  append(npi: string, { high, low }: RowHash): void {
    const block = (findPosition(npi) >>> 5) >> 3
    for (; this.#block < block; this.#block++) this.#before[this.#block + 1] = this.#count
    this.add(npi)
    this.#high[this.#count] = high
    this.#low[this.#count++] = low
  }

  isKnown(npi: string, { high, low }: RowHash): boolean {
    if (!this.has(npi)) return false
    const position = findPosition(npi)
    const word = position >>> 5
    let index = this.#before[word >> 3] ?? 0
    for (let earlier = word & ~(WORDS_IN_BLOCK - 1); earlier < word; earlier++)
      index += countBits(this.words[earlier] ?? 0)
    index += countBits((this.words[word] ?? 0) & ((1 << (position & 31)) - 1))
    return this.#high[index] === high && this.#low[index] === low
  }
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** What the national file last said of each provider; who was changed otherwise since is not among them. */
export async function readKnownRows(client: pg.Client, trx: Trx): Promise<KnownRows> {
  const counted = await sql<{ size: number }>`
    select count(*)::int as size from provider where row_hash is not null`.execute(trx)
  const known = new KnownRows(counted.rows[0]?.size ?? 0)
  const lines = client.query(
    copyTo(`copy (select npi, row_hash >> 32 & 4294967295, row_hash & 4294967295 from provider
      where row_hash is not null order by npi) to stdout`),
  )
  let rest = ''
  lines.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    for (let start = 0; start < end; ) {
      const first = start + 11
      const second = text.indexOf('\t', first) + 1
      const next = text.indexOf('\n', second) + 1
      const hash = { high: Number(text.slice(first, second - 1)), low: Number(text.slice(second, next - 1)) }
      known.append(text.slice(start, first - 1), hash)
      start = next
    }
  })
  await finished(lines)
  return known
}
