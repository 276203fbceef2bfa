import { DAY_S, planDayOf } from '@portico/core/forms/calendar-day'
import { type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink } from '#platform/identity/links.ts'
import { hit } from '#platform/limits/limits.ts'
import { isMailAddress } from '#platform/mail/mail.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findEntries, findRecipients, insertSummary, type Recipient } from '../../store/summaries.ts'
import { summarySent } from '../events.ts'

const LINK_DAYS = 14
const RUN_SECONDS = 900

/**
 * Mails each SAA and each address on file the changes that were accepted before today, by a rule or by staff: at most one
 * mail a day for each recipient, however many changes and providers. Safe to repeat and in several processes.
 */
export const sendSummaries: ScheduledJob = {
  name: 'send-change-summaries',
  async run(deps, now) {
    const context = systemContext(deps, now)
    if (!(await hit(context, { key: 'job:change-summaries', limit: 1, windowSeconds: RUN_SECONDS }))) return 0
    const today = planDayOf(now)
    let sent = 0
    for (const recipient of await findRecipients(context.db, today)) {
      if (!isMailAddress(recipient.email)) continue
      if (await transact(context, (inside) => sendSummary(inside, today, recipient))) sent += 1
    }
    return sent
  },
}

async function sendSummary(inside: InTransaction, today: string, recipient: Recipient): Promise<boolean> {
  const summaryId = await insertSummary(inside, today, recipient)
  if (summaryId === undefined) return false
  const token = await createLink(inside, {
    purpose: 'CHANGE_SUMMARY',
    summaryId,
    lifetimeSeconds: LINK_DAYS * DAY_S,
    keepOlder: true,
  })
  const entries = await findEntries(inside.db, summaryId)
  await announce(inside, summarySent, { recipient, entries, summaryId: token, linkDays: LINK_DAYS })
  return true
}
