import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { Context } from '#platform/context.ts'

/** Users get a warning two weeks before a suspension, and never less than one week before. */
export const WARN_DAYS = 14
export const LAST_REMINDER_DAYS = 7
export const NOTICE_DAYS = 7

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/** An SAA confirms AAs and AUs. An SAA needs no confirmation. */
export function confirmDue({ settings, now }: Context, role: string): Date | null {
  return role === 'SAA' ? null : new Date(now.getTime() + settings.lifetimes.recertification * 1000)
}
