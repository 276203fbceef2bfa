import { PROVIDER_PATHS } from '@portico/core/constants'
import { DAY_S, planDayOf } from '@portico/core/forms/calendar-day'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { standardBrand } from '#platform/brands/brands.ts'
import { type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { createLink } from '#platform/identity/links.ts'
import { hit } from '#platform/limits/limits.ts'
import { isMailAddress, queueMail } from '#platform/mail/mail.ts'
import { plainText, renderMail } from '#platform/mail/mail-body.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findEntries, findRecipients, insertSummary, type Recipient } from '../../store/summaries.ts'

const LINK_DAYS = 14
const LINES_MAX = 50
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
  const { settings, db } = inside
  const brand = recipient.brand ?? standardBrand.id
  const token = await createLink(inside, {
    purpose: 'CHANGE_SUMMARY',
    summaryId,
    lifetimeSeconds: LINK_DAYS * DAY_S,
    keepOlder: true,
  })
  const entries = await findEntries(db, summaryId)
  const lines = entries.slice(0, LINES_MAX).map(({ providerName, npi, label, after }) => {
    return plainText(`${providerName || 'NPI'} ${npi}, ${label}: ${after || 'none'}`)
  })
  const subject = 'Changes of your providers in the directory'
  await queueMail(inside, {
    kind: 'directory.summary',
    brand,
    to: recipient.email,
    subject,
    body: renderMail(brand, {
      subject,
      greeting: recipient.name,
      paragraphs: [
        'The plan accepted these changes of your providers, and you don’t need to do anything if they are right:',
        'Is one of them wrong? Use the link below. Plan staff then review it again.',
      ],
      list: [...lines, ...(entries.length > LINES_MAX ? [`and ${entries.length - LINES_MAX} more`] : [])],
      action: {
        sentence: `This is wrong (the link works once, for ${LINK_DAYS} days):`,
        url: portalUrl(settings, brand, `${PROVIDER_PATHS.directorySummary}?summaryId=${token}`),
      },
    }),
    accountId: recipient.account_id,
  })
  return true
}
