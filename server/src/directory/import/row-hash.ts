/** 64 bits of what a row says, in two halves: the same values give the same halves, a changed one others. */
export type RowHash = { high: number; low: number }

/** `seed` tells apart rows that say the same by leaving different things out. */
export function hashRow(values: readonly (string | null)[], seed: number): RowHash {
  let high = Math.imul(0xdeadbeef ^ seed, 2654435761)
  let low = Math.imul(0x41c6ce57 ^ seed, 1597334677)
  for (const value of values) {
    // No character: what is missing is not what is empty, and where a value ends counts.
    const end = value === null ? 0x10000 : 0x10001
    for (let index = 0; value !== null && index < value.length; index++) {
      const code = value.charCodeAt(index)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    high = Math.imul(high ^ end, 2654435761)
    low = Math.imul(low ^ end, 1597334677)
  }
  const mixed = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return { high: mixed >>> 0, low: low >>> 0 }
}

/** As PostgreSQL's bigint. */
export const writeHash = ({ high, low }: RowHash): string =>
  String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)))
