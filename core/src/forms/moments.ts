import { HIDDEN_TEXT } from '../staff-views/sentences.ts'
import { planClockOf, planZoneOf } from './calendar-day.ts'

/**
 * Formats dates and times for pages, mail and PDFs. Times are in the plan's time zone, with a 12-hour clock and the zone,
 * so that '9:12 AM EST' means the same to a caller and to Provider Services.
 */

export const MONTH_NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const monthName = (month: number) => MONTH_NAMES[month - 1] ?? ''

type Day = { year: number; month: number; day: number }
type Moment = Day & { hour: number; minute: number; second: number; zone: string }

/** Splits a local time that is represented as UTC. */
function readClock(wall: number, zone: string): Moment {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = new Date(wall)
    .toISOString()
    .split(/\D/, 6)
    .map(Number)
  return { year, month, day, hour, minute, second, zone }
}
const planClock = (date: Date) => readClock(planClockOf(date.getTime()), planZoneOf(date.getTime()))

/** A calendar day, 'YYYY-MM-DD', is the same in every time zone. */
const calendarDay = (iso: string): Day => {
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}

const longDay = ({ year, month, day }: Day) => `${monthName(month)} ${day}, ${year}`
const shortDay = ({ year, month, day }: Day) => `${monthName(month).slice(0, 3)} ${day}, ${year}`
const twoDigits = (count: number) => String(count).padStart(2, '0')
const timeOf = ({ hour, minute, zone }: Moment, more = '') =>
  `${hour % 12 || 12}:${twoDigits(minute)}${more} ${hour < 12 ? 'AM' : 'PM'} ${zone}`
const exactTimeOf = (moment: Moment) => timeOf(moment, `:${twoDigits(moment.second)}`)

/** 'March 1, 2026', in the plan's time zone. */
export const writeDay = (date: Date): string => longDay(planClock(date))
/** 'Mar 1, 2026, 9:12 AM EST'. */
export const writeMoment = (date: Date): string => {
  const moment = planClock(date)
  return `${shortDay(moment)}, ${timeOf(moment)}`
}
/** To the second: 'Mar 1, 2026, 9:12:05 AM EST'. */
const writeExactMoment = (date: Date): string => {
  const moment = planClock(date)
  return `${shortDay(moment)}, ${exactTimeOf(moment)}`
}
/**
 * 'March 1, 2026 at 9:12:05 AM EST (2:12:05 PM UTC)', for signed documents: their readers can be anywhere. The second
 * day is written only if it differs.
 */
export const writeSignedMoment = (date: Date): string => {
  const moment = planClock(date)
  const universal = readClock(date.getTime(), 'UTC')
  const otherDay = universal.day === moment.day ? '' : `${longDay(universal)} at `
  return `${longDay(moment)} at ${exactTimeOf(moment)} (${otherDay}${exactTimeOf(universal)})`
}

/** What has not happened comes as empty text, and stays it. */
const orEmpty = (write: (iso: string) => string) => (iso: string) =>
  iso === '' || iso === HIDDEN_TEXT ? iso : write(iso)

/** From the ISO 8601 time of a reply. */
export const formatDay = orEmpty((iso) => writeDay(new Date(iso)))
export const formatMoment = orEmpty((iso) => writeMoment(new Date(iso)))
export const formatExactMoment = orEmpty((iso) => writeExactMoment(new Date(iso)))
/** 'Mar 1, 2026' from '2026-03-01'. */
export const formatCalendarDay = orEmpty((iso) => shortDay(calendarDay(iso)))
/** 'March 1, 2026' from '2026-03-01'. */
export const formatLongCalendarDay = orEmpty((iso) => longDay(calendarDay(iso)))

/** 'March 2026' from 'YYYY-MM'; any other text is returned unchanged. */
export const formatPeriod = (period: string): string => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period) ?? []
  return month ? `${monthName(Number(month))} ${year}` : period
}
