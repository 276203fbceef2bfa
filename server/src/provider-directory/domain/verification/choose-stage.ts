import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { SentReminder } from '../../store/verification/reminders.ts'

/** Days before the due date on which a person is reminded, the most urgent first. */
export const REMINDER_STAGES = [3, 14, 30] as const
/** A person whose data is due day after day gets a reminder of one stage at most once in this time. */
export const SAME_STAGE_DAYS = 7

type Due = { now: Date; nextDue: Date; dueOn: string }

/** The stage that is due now; undefined if it, or a more urgent one, was sent for this due date. */
export function chooseStage({ now, nextDue, dueOn }: Due, sent: readonly SentReminder[]): number | undefined {
  const stage = REMINDER_STAGES.find((days) => nextDue.getTime() <= now.getTime() + days * DAY_MS)
  if (stage === undefined) return undefined
  const isCovered = sent.some(
    (last) =>
      last.stage <= stage &&
      (last.due_on >= dueOn || last.sent_at.getTime() > now.getTime() - SAME_STAGE_DAYS * DAY_MS),
  )
  return isCovered ? undefined : stage
}
