import { PROVIDER_PATHS } from '@portico/core/constants'
import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { writeDay } from '@portico/core/forms/moments'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { type Context, type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { hit } from '#platform/limits/limits.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/mail-body.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import {
  type DueRows,
  findDueRows,
  findRosterAccounts,
  lockReminded,
  type Reminded,
  upsertReminder,
} from '../../store/verification/reminders.ts'
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
  await queueReminder(inside, reminded, { ...rows, nextDue: rows.nextDue })
  return true
}

async function queueReminder(
  inside: InTransaction,
  { id, email, brand, first_name, last_name }: Reminded,
  { nextDue, due, overdue }: DueRows & { nextDue: Date },
): Promise<void> {
  const subject = `Please verify your directory data by ${writeDay(nextDue)}`
  const entries = due === 1 ? 'One entry is' : `${due} entries are`
  await queueMail(inside, {
    kind: 'directory.verification-due',
    brand,
    to: email,
    subject,
    body: renderMail(brand, {
      subject,
      greeting: `${first_name} ${last_name}`,
      paragraphs: [
        'Members find your providers with the data in our directory; please confirm that it is still true, or change it.',
        `${entries} due within 30 days, the first on ${writeDay(nextDue)}.`,
        ...(overdue > 0 ? [`${overdue === 1 ? 'One entry is' : `${overdue} entries are`} overdue.`] : []),
        'You can confirm all of them together.',
      ],
      action: {
        sentence: 'Verify your directory data:',
        url: portalUrl(inside.settings, brand, PROVIDER_PATHS.verify),
      },
    }),
    accountId: id,
  })
}
