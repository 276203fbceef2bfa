import { planClockOf } from '@portico/core/forms/calendar-day'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SENT_AT_MS = 7 * HOUR_MS

/** The last 7 a.m. in the plan's time zone. Entries from before it are due; later ones wait for the next day. */
export function lastDigestTime(now: Date): Date {
  const clock = planClockOf(now.getTime())
  const today = Math.floor(clock / DAY_MS) * DAY_MS + SENT_AT_MS
  const wanted = today <= clock ? today : today - DAY_MS
  // Daylight saving time begins and ends at 2 a.m., so 7 a.m. exists once on every day.
  const inSummer = wanted + 4 * HOUR_MS
  return new Date(planClockOf(inSummer) === wanted ? inSummer : wanted + 5 * HOUR_MS)
}
