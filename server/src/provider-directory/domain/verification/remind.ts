import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { type Context, type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hit } from '#platform/limits/limits.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findDueRows, findRosterAccounts, lockReminded, upsertReminder } from '../../store/verification/reminders.ts'
import { verificationDue } from '../events.ts'
import { chooseStage, REMINDER_STAGES } from './choose-stage.ts'

const RUNS_EVERY_SECONDS = 6 * 3600

const untilOf = ({ now }: Pick<Context, 'now'>) => new Date(now.getTime() + Math.max(...REMINDER_STAGES) * DAY_MS)

/** One mail a person 30, 14 and 3 days before their directory data is due, however many providers they have. */
export const remindToVerify: ScheduledJob = {
  name: 'remind-to-verify',
  async run(deps, now) {
    const context = systemContext(deps, now)
    const once = { key: 'job:remind-to-verify', limit: 1, windowSeconds: RUNS_EVERY_SECONDS } as const
    if (!(await hit(context, once))) return 0
    let done = 0
    for await (const accountId of findRosterAccounts(context.db)) {
      const { nextDue } = await findDueRows(context, accountId, untilOf(context))
      if (nextDue && (await transact(context, (inside) => remind(inside, accountId)))) done += 1
    }
    return done
  },
}

/** Reads again under a lock what is due, so that two processes send one mail. */
async function remind(inside: InTransaction, accountId: string): Promise<boolean> {
  const reminded = await lockReminded(inside.db, accountId)
  if (!reminded) return false
  const rows = await findDueRows(inside, accountId, untilOf(inside))
  if (!rows.nextDue) return false
  const dueOn = planDayOf(rows.nextDue)
  const stage = chooseStage({ now: inside.now, nextDue: rows.nextDue, dueOn }, reminded.sent)
  if (stage === undefined) return false
  await upsertReminder(inside.db, accountId, { stage, due_on: dueOn, sent_at: inside.now })
  await announce(inside, verificationDue, { reminded, rows: { ...rows, nextDue: rows.nextDue } })
  return true
}
