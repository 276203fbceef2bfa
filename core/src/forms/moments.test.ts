import { expect, test } from 'vitest'
import { PLAN_ZONE } from './calendar-day.ts'
import * as written from './moments.ts'

test('a time is formatted in the plan’s time zone, with a 12-hour clock and the zone', () => {
  expect(written.formatMoment('2026-03-01T14:12:05Z')).toBe('Mar 1, 2026, 9:12 AM EST')
  expect(written.formatMoment('2026-07-01T04:00:00Z')).toBe('Jul 1, 2026, 12:00 AM EDT')
  expect(written.formatExactMoment('2026-03-01T14:12:05Z')).toBe('Mar 1, 2026, 9:12:05 AM EST')
  expect(written.writeMoment(new Date('2026-03-01T14:12:05Z'))).toBe('Mar 1, 2026, 9:12 AM EST')
  expect(written.writeSignedMoment(new Date('2026-03-01T14:12:05Z'))).toBe(
    'March 1, 2026 at 9:12:05 AM EST (2:12:05 PM UTC)',
  )
  expect(written.writeSignedMoment(new Date('2026-07-01T03:12:05Z'))).toBe(
    'June 30, 2026 at 11:12:05 PM EDT (July 1, 2026 at 3:12:05 AM UTC)',
  )
})

test('the day of a time is the day in the plan’s time zone', () => {
  expect(written.formatDay('2026-03-01T04:59:00Z')).toBe('February 28, 2026')
  expect(written.writeDay(new Date('2026-03-01T05:00:00Z'))).toBe('March 1, 2026')
})

test('a calendar day is the same in every time zone', () => {
  expect(written.formatCalendarDay('2026-03-01')).toBe('Mar 1, 2026')
  expect(written.formatLongCalendarDay('2026-03-01')).toBe('March 1, 2026')
})

test('an empty time is formatted as empty text', () => {
  const { formatDay, formatMoment, formatExactMoment, formatCalendarDay, formatLongCalendarDay } = written
  for (const format of [formatDay, formatMoment, formatExactMoment, formatCalendarDay, formatLongCalendarDay])
    expect(format('')).toBe('')
})

test('a period shows the month by name, and other text is unchanged', () => {
  expect(written.formatPeriod('2026-03')).toBe('March 2026')
  for (const other of ['2026-13', 'Q1 2026', '']) expect(written.formatPeriod(other)).toBe(other)
  expect(written.MONTH_NAMES[11]).toBe('December')
})

test('the computed time zone matches Intl, to the second of each daylight saving change', () => {
  const platform = new Intl.DateTimeFormat('en-US', {
    timeZone: PLAN_ZONE,
    ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const),
  })
  const hour = 3_600_000
  const isChange = (at: number, before: number) => zoneOf(platform, at) !== zoneOf(platform, at - before)
  const changes: number[] = []
  for (let day = Date.UTC(2007, 0, 1); day < Date.UTC(2051, 0, 1); day += 24 * hour)
    if (isChange(day, 24 * hour))
      for (let at = day; at > day - 24 * hour; at -= hour) if (isChange(at, hour)) changes.push(at)
  expect(changes).toHaveLength(88)
  const looks = changes.flatMap((at) => [at - 1000, at, at + 11 * hour, at + 100 * 24 * hour])
  const asPlatform = (at: number) => platform.format(at).replace(/\u202f/g, ' ')
  for (const at of looks) expect(written.formatExactMoment(new Date(at).toISOString())).toBe(asPlatform(at))
})

const zoneOf = (platform: Intl.DateTimeFormat, at: number) => platform.format(at).slice(-3)
