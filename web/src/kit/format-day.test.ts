import { expect, test } from 'vitest'
import { formatCalendarDay, formatDay, formatLongCalendarDay, formatMoment } from './format-day.ts'

test('a day of the calendar stays that day in every time zone', () => {
  expect(formatCalendarDay('2026-03-01')).toBe('Mar 1, 2026')
  expect(formatLongCalendarDay('2026-03-01')).toBe('March 1, 2026')
})

test('what has not happened stays empty', () => {
  for (const format of [formatDay, formatMoment, formatCalendarDay, formatLongCalendarDay]) expect(format('')).toBe('')
})
