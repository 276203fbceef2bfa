import { planClockOf } from './calendar-day.ts'

const DAY_MS = 86_400_000

/** The moment at which the plan's clock shows this. */
function momentOf(wall: number): number {
  const near = wall - (planClockOf(wall) - wall)
  return wall - (planClockOf(near) - near)
}

const isWeekend = (wall: number): boolean => new Date(wall).getUTCDay() % 6 === 0
const midnightAfter = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS + DAY_MS

/**
 * So many business days later by the plan's calendar, at the same time of day. What comes on a weekend counts from
 * Monday's midnight.
 */
export function addBusinessDays(from: Date, days: number): Date {
  let wall = planClockOf(from.getTime())
  while (isWeekend(wall)) wall = midnightAfter(wall)
  for (let left = days; left > 0; ) {
    wall += DAY_MS
    if (!isWeekend(wall)) left -= 1
  }
  return new Date(momentOf(wall))
}
