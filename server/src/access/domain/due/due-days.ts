import type { Context, InTransaction } from '../../../platform/context.ts'

/** People hear of a suspension two weeks ahead, and never less than a week. */
export const WARN_DAYS = 14
export const LAST_REMINDER_DAYS = 7
export const NOTICE_DAYS = 7

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)

/** AA and AU are confirmed by their SAA every so often; an SAA answers to nobody in the scope. */
export function confirmDue({ settings, now }: Context, role: string): Date | null {
  return role === 'SAA' ? null : new Date(now.getTime() + settings.lifetimes.recertification * 1000)
}

/** What access does by the calendar: the cases that are due, and what is done with one; false when it no longer is. */
export type DueWork<Case> = {
  name: string
  find(context: Context): Promise<Iterable<Case>> | AsyncIterable<Case>
  handle(context: InTransaction, item: Case): Promise<boolean>
}
