/** A 64-bit hash of a row in two halves: equal bytes give equal halves. */
export type RowHash = { high: number; low: number }

/** Hashes eight bytes at a time, including the last eight; `seed` distinguishes rows that are parsed differently. */
export function hashBytes(bytes: DataView, start: number, end: number, seed: number): RowHash {
  let high = Math.imul(0xdeadbeef ^ seed, 2654435761)
  let low = Math.imul(0x41c6ce57 ^ (end - start), 1597334677)
  for (let next = start; next < end; next += 8) {
    const at = Math.min(next, end - 8)
    // Mixes the bits before combining, so that distant edits do not cancel out.
    let first = Math.imul(bytes.getInt32(at, true), 3432918353)
    let second = Math.imul(bytes.getInt32(at + 4, true), 2246822507)
    first = Math.imul(first ^ (first >>> 15), 461845907)
    second = Math.imul(second ^ (second >>> 13), 3266489909)
    first = Math.imul(high ^ first, 2654435761)
    second = Math.imul(low ^ second, 1597334677)
    high = first ^ (second >>> 15)
    low = second ^ (first >>> 13)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return { high: high >>> 0, low: low >>> 0 }
}

/** As PostgreSQL's bigint. */
export const writeHash = ({ high, low }: RowHash): string =>
  String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)))
