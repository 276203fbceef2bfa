import { isCalendarDay } from '../forms/calendar-day.ts'

/** Spreadsheets write days as 3/5/1980, 03-05-1980 or 1980-03-05. Anything else stays, and is refused as a day. */
export function readTypedDay(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(iso) ? iso : text
}
