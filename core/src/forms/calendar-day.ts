import { whenAsked } from './when-asked.ts'

/** A real day of the calendar, written 'YYYY-MM-DD'. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** Where the plan is. */
export const PLAN_ZONE = 'America/New_York'

const planClock = whenAsked(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: PLAN_ZONE,
      hourCycle: 'h23',
      ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
    }),
)

/** What the plan's clock on the wall shows, as if it were UTC: days can be counted on it. */
export function planClockOf(at: number): number {
  const parts = Object.fromEntries(
    planClock()
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at % 1000)
}

/** The day it is where the plan is: coverage begins and ends at its midnight, not at the server's. */
export const planDayOf = (time: Date): string => new Date(planClockOf(time.getTime())).toISOString().slice(0, 10)
