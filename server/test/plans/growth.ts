import type { Caller } from './callers.ts'
import type { Measured } from './measure.ts'

/** Allowed cost increase of a statement in a country ten times as large. */
const FACTOR = 2
const MORE_ROWS = 100
const MORE_PAGES = 60
/** Each row within a LIMIT is read, joined and sorted, and each step counts as a row. */
const PER_LIMITED_ROW = 6
/** Lists return one page, exports 1000 rows at a time. */
const MORE_RETURNED = 1000
/** Allowed additional executions of a statement per call. */
const MORE_SAID = 5
/** Each batch of an export needs a few statements, plus one empty batch at the end. */
const PER_PART = 2

export type Growth = { before: Measured | undefined; after: Measured }

/** A statement whose cost may grow, for one caller or all, with the reason. */
export type AllowedGrowth = {
  who?: Caller
  says: string
  reason: string
  /** The growth shows only in the benchmark's larger plans. */
  inLargePlans?: true
}

const keyOf = ({ call, text }: Measured) => `${call}\n${text}`

function compare(before: Measured[], after: Measured[]): Growth[] {
  const known = new Map(before.map((measured) => [keyOf(measured), measured]))
  return after.map((measured) => ({ before: known.get(keyOf(measured)), after: measured }))
}

/** Finds statements whose cost grows with the country. A statement that is new in the larger country must be cheap. */
export function findGrowing(before: Measured[], after: Measured[]): Growth[] {
  return compare(before, after).filter(({ before: was, after: is }) => {
    const limited = PER_LIMITED_ROW * is.limited
    return (
      is.rows > FACTOR * (was?.rows ?? 0) + MORE_ROWS + limited ||
      is.pages > FACTOR * (was?.pages ?? 0) + MORE_PAGES + limited + FACTOR * is.rows ||
      is.returned > FACTOR * (was?.returned ?? 0) + MORE_RETURNED
    )
  })
}

/** Finds statements executed in a loop that grows with the country, except export batches. No exceptions are allowed. */
export function findRepeated(before: Measured[], after: Measured[]): Growth[] {
  const parts = new Map<string, number>()
  for (const { call, returned, said } of after)
    if (returned >= MORE_RETURNED) parts.set(call, Math.max(said, parts.get(call) ?? 0))
  return compare(before, after).filter(
    ({ before: was, after: is }) =>
      is.said > FACTOR * (was?.said ?? 0) + MORE_SAID + PER_PART * (parts.get(is.call) ?? 0),
  )
}

export const isAllowedBy = ({ after }: Growth, { who, says }: AllowedGrowth): boolean =>
  (who === undefined || after.call.startsWith(`${who} `)) && after.text.includes(says)

/** Finds entries that no statement needs. */
export const findUnused = (allowed: readonly AllowedGrowth[], growing: Growth[]): AllowedGrowth[] =>
  allowed.filter((one) => !growing.some((growth) => isAllowedBy(growth, one)))

export const describeGrowth = ({ before, after }: Growth): string =>
  `${after.call}\n  said ${before?.said ?? '-'} → ${after.said}, rows ${before?.rows ?? '-'} → ${after.rows}, pages ${before?.pages ?? '-'} → ${after.pages}, returned ${before?.returned ?? '-'} → ${after.returned}\n  ${after.text.trim()}`
