import { PLAN_ZONE } from './calendar-day.ts'
import { whenAsked } from './when-asked.ts'

/**
 * Days and times as the portal writes them, on every page, in every mail and on paper. A time is told by the plan's
 * clock, of twelve hours and with its zone: who calls Provider Services about '9:12 AM EST' means the same moment. The
 * platform is asked for what only it knows, the clock of a zone, by one formatter: on a phone each more is felt.
 */

export const MONTH_NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const monthName = (month: string | undefined) => MONTH_NAMES[Number(month) - 1] ?? ''

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

const clockIn = (timeZone: string) => {
  const format = whenAsked(
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
        ...({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZoneName: 'short' } as const),
      }),
  )
  return (date: Date): Parts =>
    Object.fromEntries(
      format()
        .formatToParts(date)
        .map(({ type, value }) => [type, value]),
    )
}
const planClock = clockIn(PLAN_ZONE)
const universalClock = clockIn('UTC')
/** A day of the calendar, 'YYYY-MM-DD', is the same day in every time zone. */
const dayParts = (iso: string): Parts => {
  const [year, month, day] = iso.slice(0, 10).split('-')
  return { year: String(Number(year)), month: String(Number(month)), day: String(Number(day)) }
}

const longDay = ({ year, month, day }: Parts) => `${monthName(month)} ${day}, ${year}`
const shortDay = ({ year, month, day }: Parts) => `${monthName(month).slice(0, 3)} ${day}, ${year}`
const timeOf = ({ hour, minute, dayPeriod, timeZoneName }: Parts) => `${hour}:${minute} ${dayPeriod} ${timeZoneName}`
const exactTimeOf = ({ minute, second, ...parts }: Parts) => timeOf({ ...parts, minute: `${minute}:${second}` })

/** 'March 1, 2026': the plan's day. */
export const writeDay = (date: Date): string => longDay(planClock(date))
/** 'Mar 1, 2026, 9:12 AM EST'. */
export const writeMoment = (date: Date): string => {
  const parts = planClock(date)
  return `${shortDay(parts)}, ${timeOf(parts)}`
}
/** To the second: 'Mar 1, 2026, 9:12:05 AM EST'. */
const writeExactMoment = (date: Date): string => {
  const parts = planClock(date)
  return `${shortDay(parts)}, ${exactTimeOf(parts)}`
}
/** 'March 1, 2026 at 2:12:05 PM UTC', in what is signed: who reads it may be anywhere. */
export const writeUniversalMoment = (date: Date): string => {
  const parts = universalClock(date)
  return `${longDay(parts)} at ${exactTimeOf(parts)}`
}

/** What has not happened comes as empty text, and stays it. */
const orEmpty = (write: (iso: string) => string) => (iso: string) => (iso === '' ? '' : write(iso))

/** From the ISO 8601 time a call brings. */
export const formatDay = orEmpty((iso) => writeDay(new Date(iso)))
export const formatMoment = orEmpty((iso) => writeMoment(new Date(iso)))
export const formatExactMoment = orEmpty((iso) => writeExactMoment(new Date(iso)))
/** 'Mar 1, 2026' from '2026-03-01'. */
export const formatCalendarDay = orEmpty((iso) => shortDay(dayParts(iso)))
/** 'March 1, 2026' from '2026-03-01'. */
export const formatLongCalendarDay = orEmpty((iso) => longDay(dayParts(iso)))

/** 'March 2026' of 'YYYY-MM'; what a plan writes in another way stays as it is. */
export const formatPeriod = (period: string): string => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period) ?? []
  return month ? `${monthName(month)} ${year}` : period
}
