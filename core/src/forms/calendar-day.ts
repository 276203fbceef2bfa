/** Whether the text is an existing day, 'YYYY-MM-DD'. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** The plan's IANA time zone. */
export const PLAN_ZONE = 'America/New_York'

const HOUR_MS = 3_600_000
/** Twenty-four hours. A day of the plan is an hour shorter or longer when its clock changes. */
export const DAY_MS = 86_400_000
export const DAY_S = 86_400

/**
 * US rule since 2007: daylight saving time from the second Sunday of March to the first Sunday of November, at 2 AM.
 * Computed, because creating an Intl time zone takes a tenth of a second on a phone. A test compares both.
 */
function isDaylightSaving(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return at >= sundayOf(year, 2, 2) + 7 * HOUR_MS && at < sundayOf(year, 10, 1) + 6 * HOUR_MS
}

/** The first, second … Sunday of a month. */
function sundayOf(year: number, month: number, which: number): number {
  const begins = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return Date.UTC(year, month, 1 + ((7 - begins) % 7) + 7 * (which - 1))
}

/** The plan's local time, represented as if it were UTC, for date arithmetic. */
export const planClockOf = (at: number): number => at - (isDaylightSaving(at) ? 4 : 5) * HOUR_MS

/** The abbreviation of the plan's time zone at that time. */
export const planZoneOf = (at: number): 'EDT' | 'EST' => (isDaylightSaving(at) ? 'EDT' : 'EST')

/** The day in the plan's time zone. Coverage starts and ends at the plan's midnight, not at the server's. */
export const planDayOf = (time: Date): string => new Date(planClockOf(time.getTime())).toISOString().slice(0, 10)
