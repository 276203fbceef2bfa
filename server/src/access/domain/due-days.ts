/** People hear of a suspension two weeks ahead, and never less than a week. */
export const WARN_DAYS = 14
export const LAST_REMINDER_DAYS = 7
export const NOTICE_DAYS = 7

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)
