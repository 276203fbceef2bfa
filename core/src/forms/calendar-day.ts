/** A real day of the calendar, written 'YYYY-MM-DD'. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** Where the plan is, as databases name it. */
export const PLAN_ZONE = 'America/New_York'

const HOUR_MS = 3_600_000

/**
 * The law there since 2007: summer time from the second Sunday of March to the first of November, both at two in the
 * morning. Reckoned, for the platform's clock of a zone takes a phone a tenth of a second to make; a test holds both
 * together.
 */
function isSummerTime(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return at >= sundayOf(year, 2, 2) + 7 * HOUR_MS && at < sundayOf(year, 10, 1) + 6 * HOUR_MS
}

/** The first, second … Sunday of a month. */
function sundayOf(year: number, month: number, which: number): number {
  const begins = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return Date.UTC(year, month, 1 + ((7 - begins) % 7) + 7 * (which - 1))
}

/** What the plan's clock on the wall shows, as if it were UTC: days can be counted on it. */
export const planClockOf = (at: number): number => at - (isSummerTime(at) ? 4 : 5) * HOUR_MS

/** How people there call the time of that moment. */
export const planZoneOf = (at: number): 'EDT' | 'EST' => (isSummerTime(at) ? 'EDT' : 'EST')

/** The day it is where the plan is: coverage begins and ends at its midnight, not at the server's. */
export const planDayOf = (time: Date): string => new Date(planClockOf(time.getTime())).toISOString().slice(0, 10)
