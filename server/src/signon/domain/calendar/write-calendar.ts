import { planDayOf } from '@portico/core/forms/calendar-day'
import { DUE, OVERDUE } from '@portico/core/signon/calendar/due'
import type { DueDate } from '@portico/core/signon/calendar/shapes'

type Calendar = {
  now: Date
  /** Unique to the feed. */
  uid: string
  name: string
  urlOf: (page: string) => string
}

/** A file of RFC 5545. It has the kind, a number and a link, and nothing else, because it leaves the portal. */
export function writeCalendar(due: readonly DueDate[], calendar: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Due dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(`${calendar.name}: due dates`)}`,
    `X-WR-CALNAME:${escapeText(`${calendar.name}: due dates`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    // A calendar has at least one component, also if nothing is due.
    ...UTC,
    ...due.flatMap((date) => writeEvent(date, calendar)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** An all-day event on the day of the plan. What is overdue moves along with today, under the same id. */
function writeEvent({ kind, day, overdue, count }: DueDate, { now, uid, urlOf }: Calendar): string[] {
  const { title, otherwise, page } = DUE[kind]
  const today = planDayOf(now)
  const url = urlOf(page)
  const says = (overdue && OVERDUE[kind]) || otherwise
  return [
    'BEGIN:VEVENT',
    `UID:${kind.toLowerCase().replace('_', '-')}-${overdue ? 'overdue' : day}@${uid}`,
    // The start of the day, so that the file is the same until something changes.
    `DTSTAMP:${withoutDashes(today)}T000000Z`,
    `DTSTART;VALUE=DATE:${withoutDashes(overdue ? today : day)}`,
    `SUMMARY:${escapeText(overdue ? `Overdue: ${title(count)}` : title(count))}`,
    `DESCRIPTION:${escapeText(`${says}\n${url}`)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const withoutDashes = (day: string) => day.replaceAll('-', '')

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

const LINE_OCTETS = 75

/** Continues a long line on the next one after a space. Never splits a character. */
export function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
