import { expect, test } from 'vitest'
import { addBusinessDays, endOfBusinessDay } from './business-days.ts'

/** New York is at UTC-5 in winter and at UTC-4 in summer. */
test.each([
  ['within the week', '2026-11-10T15:00:00-05:00', 2, '2026-11-12T15:00:00-05:00'],
  ['over the weekend', '2026-11-12T15:00:00-05:00', 2, '2026-11-16T15:00:00-05:00'],
  [
    'late on Friday in the plan’s time zone, Saturday in UTC',
    '2026-11-13T21:00:00-05:00',
    2,
    '2026-11-17T21:00:00-05:00',
  ],
  ['on Saturday: from Monday’s midnight', '2026-11-14T10:00:00-05:00', 2, '2026-11-18T00:00:00-05:00'],
  [
    'late on Sunday in the plan’s time zone, Monday in UTC',
    '2026-11-15T22:00:00-05:00',
    1,
    '2026-11-17T00:00:00-05:00',
  ],
  ['over the start of daylight saving time', '2026-03-06T09:30:00-05:00', 1, '2026-03-09T09:30:00-04:00'],
  ['over the end of daylight saving time', '2026-10-30T09:30:00-04:00', 1, '2026-11-02T09:30:00-05:00'],
  ['zero days later', '2026-11-10T15:00:00-05:00', 0, '2026-11-10T15:00:00-05:00'],
])('business days are added %s: %s plus %s is %s', (_, from, days, expected) => {
  expect(addBusinessDays(new Date(from), days).toISOString()).toBe(new Date(expected).toISOString())
})

test.each([
  ['on Tuesday', '2026-11-10T00:00:00-05:00', '2026-11-13T00:00:00-05:00'],
  [
    'late on Tuesday in the plan’s time zone, Wednesday in UTC',
    '2026-11-10T22:00:00-05:00',
    '2026-11-13T00:00:00-05:00',
  ],
  ['on Thursday, over the weekend', '2026-11-12T15:00:00-05:00', '2026-11-17T00:00:00-05:00'],
  ['on Friday', '2026-11-13T15:00:00-05:00', '2026-11-18T00:00:00-05:00'],
  ['on Saturday', '2026-11-14T10:00:00-05:00', '2026-11-18T00:00:00-05:00'],
  ['on Sunday', '2026-11-15T10:00:00-05:00', '2026-11-18T00:00:00-05:00'],
  ['before the start of daylight saving time', '2026-03-06T09:30:00-05:00', '2026-03-11T00:00:00-04:00'],
])('the second business day after a report %s (%s) ends before %s', (_, from, midnight) => {
  expect(endOfBusinessDay(new Date(from), 2).getTime()).toBe(new Date(midnight).getTime() - 1)
})
