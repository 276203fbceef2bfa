import type { Caller } from './callers.ts'
import type { Measured } from './measure.ts'

/** What a statement may cost more when the country is ten times as large. */
const FACTOR = 2
const MORE_ROWS = 100
const MORE_PAGES = 60
/** What a limit lets through is read, looked up and sorted, each of it a row handled. */
const PER_LIMITED_ROW = 6
/** Rows come back page by page, and those of a file a thousand at a time. */
const MORE_RETURNED = 1000
/** A call may say a statement a few times more. */
const MORE_SAID = 5
/** Each part of a file is asked for with a few statements, once more when nothing is left. */
const PER_PART = 2

export type Growth = { before: Measured | undefined; after: Measured }

/** A statement that is known to read more, for one caller or for all, and the reason why that is allowed. */
export type AllowedGrowth = {
  who?: Caller
  says: string
  why: string
  /** Too little to be seen among the tests: only the bench's plans are large enough. */
  inLargePlans?: true
}

const keyOf = ({ call, text }: Measured) => `${call}\n${text}`

function compare(before: Measured[], after: Measured[]): Growth[] {
  const known = new Map(before.map((measured) => [keyOf(measured), measured]))
  return after.map((measured) => ({ before: known.get(keyOf(measured)), after: measured }))
}

/** The statements that read in proportion to the country; one that was not said in the smaller one has to be cheap. */
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

/** The statements said in a loop over what grows with the country, but for the parts of a file. Never allowed. */
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

/** Entries that no statement needs any more. */
export const findUnused = (allowed: readonly AllowedGrowth[], growing: Growth[]): AllowedGrowth[] =>
  allowed.filter((one) => !growing.some((growth) => isAllowedBy(growth, one)))

export const describeGrowth = ({ before, after }: Growth): string =>
  `${after.call}\n  said ${before?.said ?? '-'} → ${after.said}, rows ${before?.rows ?? '-'} → ${after.rows}, pages ${before?.pages ?? '-'} → ${after.pages}, returned ${before?.returned ?? '-'} → ${after.returned}\n  ${after.text.trim()}`
