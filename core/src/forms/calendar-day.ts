/** A real day of the calendar, written 'YYYY-MM-DD'. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** Where the plan is. */
export const PLAN_ZONE = 'America/New_York'

const planCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: PLAN_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day it is where the plan is: coverage begins and ends at its midnight, not at the server's. */
export function planDayOf(time: Date): string {
  const parts = Object.fromEntries(planCalendar.formatToParts(time).map((part) => [part.type, part.value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
