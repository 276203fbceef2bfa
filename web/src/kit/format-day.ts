const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
// A day of the calendar, 'YYYY-MM-DD', is the same day in every time zone.
const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const longCalendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What has not happened comes as empty text, and stays it. */
export const formatWith = (format: Intl.DateTimeFormat) => (iso: string) =>
  iso === '' ? '' : format.format(new Date(iso))

/** 'March 1, 2026', from the ISO 8601 time a call brings. */
export const formatDay = formatWith(longDay)
/** 'Mar 1, 2026, 9:12 AM', from such a time. */
export const formatMoment = formatWith(moment)
/** 'Mar 1, 2026' from '2026-03-01'. */
export const formatCalendarDay = formatWith(calendarDay)
/** 'March 1, 2026' from '2026-03-01'. */
export const formatLongCalendarDay = formatWith(longCalendarDay)
