import type { DueDate } from '@portico/core/signon/calendar/shapes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLine, writeCalendar } from './write-calendar.ts'

const calendar = {
  now: new Date('2026-03-10T15:00:00Z'),
  uid: '00000000-0000-4000-8000-000000000000',
  name: 'Harborview; Health, Plan',
  urlOf: (page: string) => `https://portal.example${page}`,
}
const due: DueDate[] = [
  { kind: 'CONFIRM', day: '2026-03-01', overdue: true, count: 3 },
  { kind: 'OWN_REQUESTS', day: '2026-03-12', overdue: false, count: 1 },
]

/** Reads a content line as a calendar does: unfolded, then name and parameters before the first colon. */
function read(text: string) {
  expect(text.endsWith('\r\n')).toBe(true)
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
}

test('writes a calendar with one all-day event for each date', () => {
  const lines = read(writeCalendar(due, calendar))
  expect(lines.slice(0, 4)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Due dates//EN',
    'CALSCALE:GREGORIAN',
  ])
  expect(lines).toContain('NAME:Harborview\\; Health\\, Plan: due dates')
  const begins = lines.indexOf('BEGIN:VEVENT')
  expect(lines.slice(begins)).toEqual([
    'BEGIN:VEVENT',
    'UID:confirm-overdue@00000000-0000-4000-8000-000000000000',
    'DTSTAMP:20260310T000000Z',
    'DTSTART;VALUE=DATE:20260310',
    'SUMMARY:Overdue: Confirm the access of 3 people',
    'DESCRIPTION:Do it now: their access can be suspended any day.\\nhttps://portal.example/thp/portal/providers/access/confirm',
    'URL:https://portal.example/thp/portal/providers/access/confirm',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:own-requests-2026-03-12@00000000-0000-4000-8000-000000000000',
    'DTSTAMP:20260310T000000Z',
    'DTSTART;VALUE=DATE:20260312',
    'SUMMARY:1 access request of yours expires',
    'DESCRIPTION:If you do nothing\\, it ends\\, and you must ask again.\\nhttps://portal.example/thp/portal/providers/status',
    'URL:https://portal.example/thp/portal/providers/status',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('has a component also if nothing is due, as RFC 5545 asks for', () => {
  const lines = read(writeCalendar([], calendar))
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'BEGIN:STANDARD',
  ])
})

test('folds any text at 75 octets without splitting a character, and unfolds to the same text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 }).map((some) => some.replace(/[\r\n\ud800-\udfff]/g, ''))
  fc.assert(
    fc.property(text, (line) => {
      const parts = foldLine(line).split('\r\n')
      for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
      expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(line)
    }),
  )
})
