import { PLAN_ZONE } from './calendar-day.ts'

/**
 * Days and times as the portal writes them, on every page, in every mail and on paper. A time is told by the plan's
 * clock, of twelve hours and with its zone: who calls Provider Services about '9:12 AM EST' means the same moment.
 */

const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options })
const SHORT_DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const
const LONG_DAY = { month: 'long', day: 'numeric', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' } as const

const moment = inZone(PLAN_ZONE, { ...SHORT_DAY, ...TIME })
const exactMoment = inZone(PLAN_ZONE, { ...SHORT_DAY, ...TIME, second: '2-digit' })
const universalMoment = inZone('UTC', { ...LONG_DAY, ...TIME, second: '2-digit' })
const day = inZone(PLAN_ZONE, LONG_DAY)
// A day of the calendar, 'YYYY-MM-DD', is the same day in every time zone.
const calendarDay = inZone('UTC', SHORT_DAY)
const longCalendarDay = inZone('UTC', LONG_DAY)
const month = inZone('UTC', { month: 'long', year: 'numeric' })
const monthName = inZone('UTC', { month: 'long' })

/** 'March 1, 2026': the plan's day. */
export const writeDay = (date: Date): string => day.format(date)
/** 'Mar 1, 2026, 9:12 AM EST'. */
export const writeMoment = (date: Date): string => moment.format(date)
/** 'March 1, 2026 at 2:12:05 PM UTC', in what is signed: who reads it may be anywhere. */
export const writeUniversalMoment = (date: Date): string => universalMoment.format(date)

/** What has not happened comes as empty text, and stays it. */
const orEmpty = (format: Intl.DateTimeFormat) => (iso: string) => (iso === '' ? '' : format.format(new Date(iso)))

/** From the ISO 8601 time a call brings. */
export const formatDay = orEmpty(day)
export const formatMoment = orEmpty(moment)
/** To the second: 'Mar 1, 2026, 9:12:05 AM EST'. */
export const formatExactMoment = orEmpty(exactMoment)
/** 'Mar 1, 2026' from '2026-03-01'. */
export const formatCalendarDay = orEmpty(calendarDay)
/** 'March 1, 2026' from '2026-03-01'. */
export const formatLongCalendarDay = orEmpty(longCalendarDay)

/** 'March 2026' of 'YYYY-MM'; what a plan writes in another way stays as it is. */
export const formatPeriod = (period: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(period) ? month.format(new Date(`${period}-01`)) : period

export const MONTH_NAMES = Array.from({ length: 12 }, (_, index) =>
  monthName.format(new Date(Date.UTC(2026, index, 1))),
)
