import { DAY_MS, planClockOf } from './calendar-day.ts'

/** Converts the plan's local time to UTC. */
function momentOf(wall: number): number {
  const near = wall - (planClockOf(wall) - wall)
  return wall - (planClockOf(near) - near)
}

const isWeekend = (wall: number): boolean => new Date(wall).getUTCDay() % 6 === 0
const midnightAfter = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS + DAY_MS

/** Adds business days in the plan's time zone, at the same time of day. A weekend start counts from Monday midnight. */
export function addBusinessDays(from: Date, days: number): Date {
  let wall = planClockOf(from.getTime())
  while (isWeekend(wall)) wall = midnightAfter(wall)
  for (let left = days; left > 0; ) {
    wall += DAY_MS
    if (!isWeekend(wall)) left -= 1
  }
  return new Date(momentOf(wall))
}

/** The last moment of the nth business day after this day, in the plan's time zone. A weekend counts as no day. */
export function endOfBusinessDay(from: Date, days: number): Date {
  let wall = planClockOf(from.getTime())
  for (let left = days; left > 0; ) {
    wall += DAY_MS
    if (!isWeekend(wall)) left -= 1
  }
  return new Date(momentOf(midnightAfter(wall)) - 1)
}
