const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
/** On paper the time zone is told too. */
const planMoment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
  timeZoneName: 'short',
})
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 'Mar 2, 2026' of 'YYYY-MM-DD': a day of the calendar is the same day in every time zone. */
export const formatDay = (iso: string): string => (iso === '' ? '' : day.format(new Date(iso)))
export const formatLongDay = (iso: string): string => (iso === '' ? '' : longDay.format(new Date(iso)))

/** 'March 2026' of 'YYYY-MM'; what a plan writes in another way stays as it is. */
export const formatPeriod = (period: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(period) ? month.format(new Date(`${period}-01`)) : period

export const formatMoment = (iso: string): string => (iso === '' ? '' : moment.format(new Date(iso)))
/** The same by the plan's clock, whose days coverage is counted in. */
export const formatPlanMoment = (iso: string): string => planMoment.format(new Date(iso))

/** Amounts come as decimal text; what has not been decided is empty. */
export const formatAmount = (amount: string): string => (amount === '' ? '—' : dollars.format(Number(amount)))

export const formatPhone = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits

export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
