/** 64 bits of what a row says, in two halves: the same bytes give the same halves, a changed one others. */
export type RowHash = { high: number; low: number }

/** Of eight bytes or more, eight at a time, the last eight in any case; `seed` tells apart what is read differently. */
export function hashBytes(bytes: DataView, start: number, end: number, seed: number): RowHash {
  let high = Math.imul(0xdeadbeef ^ seed, 2654435761)
  let low = Math.imul(0x41c6ce57 ^ (end - start), 1597334677)
  for (let next = start; next < end; next += 8) {
    const at = Math.min(next, end - 8)
    // Each bit is spread over others before it meets what came before: edits far apart do not undo each other.
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
