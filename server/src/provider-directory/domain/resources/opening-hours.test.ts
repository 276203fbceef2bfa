import { describe, expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'

describe('readOpeningHours', () => {
  test('reads days and times of several parts', () => {
    expect(readOpeningHours('Mon-Fri 8:00 am - 5:30 pm; Sat 09:00-12:00')).toEqual([
      { daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'], openingTime: '08:00:00', closingTime: '17:30:00' },
      { daysOfWeek: ['sat'], openingTime: '09:00:00', closingTime: '12:00:00' },
    ])
  })

  test.each([
    ['Monday to Friday, 8 am to 5 pm'],
    ['Mon-Fri'],
    ['Fri-Mon 8:00-9:00'],
    ['Mon 9-5'],
    ['Mon 25:00-26:00'],
    ['Mon 17:00-08:00'],
    ['Mon 8:00 am - 5:00 pm; by appointment'],
    ['Monk 8:00-9:00'],
    [''],
  ])('does not guess at %j', (text) => {
    expect(readOpeningHours(text)).toBeUndefined()
  })

  test.each([
    ['Thurs 12:00 pm - 12:30 pm', '12:00:00', '12:30:00'],
    ['Tuesday 12:15 a.m. - 1 p.m.', '00:15:00', '13:00:00'],
    ['Sun 8am–4pm', '08:00:00', '16:00:00'],
  ])('reads the times of %j', (text, openingTime, closingTime) => {
    expect(readOpeningHours(text)).toMatchObject([{ openingTime, closingTime }])
  })
})
