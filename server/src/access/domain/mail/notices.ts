import { DAY_MS, DAY_S } from '@portico/core/forms/calendar-day'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import type { InTransaction } from '#platform/context.ts'
import { hit } from '#platform/limits/limits.ts'
import { lockMailAddress } from '#platform/mail/mail.ts'
import type { MailContent } from '#platform/mail/mail-body.ts'
import { findLastMail } from '../../store/notices.ts'
import { queueMailTo, type Recipient } from './mails.ts'

type Notice = {
  kind: MailKind
  to: Recipient
  requestId?: string | undefined
  content: () => MailContent | Promise<MailContent>
  /** Sent once in place of all notices above the daily limit. */
  more: { kind: MailKind; content: () => MailContent | Promise<MailContent> }
}

/**
 * Queues a notice about events that strangers can trigger without limit (behaviour 9.15). A few per day are sent one by
 * one. One further mail per day reports that there are more, at once or a day after the previous one.
 */
export async function queueNotice(
  context: InTransaction,
  { kind, to, requestId, content, more }: Notice,
): Promise<void> {
  const { db, now, settings } = context
  const day = { limit: settings.limits.noticesPerDay, windowSeconds: DAY_S }
  if (await hit(context, { key: `notice:${kind}:${to.email.toLowerCase()}`, ...day }))
    return queueMailTo(context, { kind, to, content: await content(), requestId })
  await lockMailAddress(db, to.email)
  const { waits, leftAt } = await findLastMail(db, more.kind, to.email)
  if (waits) return
  const aDayLater = new Date((leftAt?.getTime() ?? 0) + DAY_MS)
  const dueAt = aDayLater > now ? aDayLater : now
  await queueMailTo(context, { kind: more.kind, to, content: await more.content(), requestId, dueAt })
}
