import type { Span } from '../../store/search/search-condition.ts'
import { refuseValue } from './fhir-failure.ts'

/** Years 1 to 9999. */
const EARLIEST = Date.UTC(1970, 0, 1) - 62_135_596_800_000
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const DATE =
  /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?((\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?)$/

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The instants that a value of _lastUpdated means, by its prefix and precision. Times without a zone are UTC. */
export function readSpans(text: string, now: Date): Span[] {
  const [, prefix = 'eq', given = ''] = DATE.exec(text) ?? []
  const period = given ? periodOf(given) : undefined
  if (!period) throw refuseValue('_lastUpdated must be a date such as ge2026-01-31 or 2026-01-31T10:00:00Z.')
  const { from, to } = period
  switch (prefix) {
    case 'ne':
      return [
        { from: EARLIEST, to: from },
        { from: to, to: LATEST },
      ]
    case 'gt':
    case 'sa':
      return [{ from: to, to: LATEST }]
    case 'ge':
      return [{ from, to: LATEST }]
    case 'lt':
    case 'eb':
      return [{ from: EARLIEST, to: from }]
    case 'le':
      return [{ from: EARLIEST, to }]
    case 'ap':
      return [widen(period, now)]
    default:
      return [period]
  }
}

/** The period that a date or a time covers; undefined if there is no such day or time. */
function periodOf(text: string): Span | undefined {
  const [date = '', time] = text.split('T')
  const zoned = time === undefined || /Z|[+-]\d{2}:\d{2}$/.test(time) ? text : `${text}Z`
  const from = Date.parse(zoned)
  if (!(from >= EARLIEST && from < LATEST) || !isDay(date)) return undefined
  return { from, to: Math.min(time === undefined ? endOfDate(date) : from + precisionOf(time), LATEST) }
}

/** Rejects 2026-02-30, which would be read as a day in March. */
const isDay = (date: string): boolean => new Date(Date.parse(date)).toISOString().startsWith(date)

function endOfDate(date: string): number {
  const from = new Date(Date.parse(date))
  if (date.length === 4) return Date.UTC(from.getUTCFullYear() + 1, 0, 1)
  if (date.length === 7) return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)
  return from.getTime() + DAY
}

const precisionOf = (time: string): number => {
  if (time.includes('.')) return 1
  return /^\d{2}:\d{2}:\d{2}/.test(time) ? 1000 : MINUTE
}

/** FHIR recommends a tenth of the distance from now. */
function widen({ from, to }: Span, now: Date): Span {
  const margin = Math.round(Math.abs(now.getTime() - from) / 10)
  return { from: Math.max(from - margin, EARLIEST), to: Math.min(to + margin, LATEST) }
}

/** Instants that are in one span of each list. */
export const intersect = (one: Span[], other: Span[]): Span[] =>
  one
    .flatMap((a) => other.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })))
    .filter(({ from, to }) => from < to)
