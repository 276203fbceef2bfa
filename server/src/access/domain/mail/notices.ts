import type { InTransaction } from '../../../platform/context.ts'
import { hit } from '../../../platform/limits/limits.ts'
import { lockMailAddress } from '../../../platform/mail/mail.ts'
import type { Letter } from '../../../platform/mail/mail-body.ts'
import { findLastMail } from '../../store/notices.ts'
import { type Recipient, sendLetter } from './mails.ts'

const DAY_SECONDS = 86_400

type Notice = {
  kind: string
  to: Recipient
  requestId?: string | undefined
  letter: () => Letter | Promise<Letter>
  /** In place of all that a day has no room for. */
  more: { kind: string; letter: () => Letter | Promise<Letter> }
}

/**
 * Tells somebody of what others can make as many of as they like (behaviour 9.15): a few a day one by one, of the
 * others one mail a day says that there are more. It leaves at once, or a day after the one before it.
 */
export async function sendNotice(context: InTransaction, { kind, to, requestId, letter, more }: Notice): Promise<void> {
  const { db, now, settings } = context
  const day = { limit: settings.limits.noticesPerDay, windowSeconds: DAY_SECONDS }
  if (await hit(context, { key: `notice:${kind}:${to.email.toLowerCase()}`, ...day }))
    return sendLetter(context, { kind, to, letter: await letter(), requestId })
  await lockMailAddress(db, to.email)
  const { waits, leftAt } = await findLastMail(db, more.kind, to.email)
  if (waits) return
  const aDayLater = new Date((leftAt?.getTime() ?? 0) + DAY_SECONDS * 1000)
  const dueAt = aDayLater > now ? aDayLater : now
  await sendLetter(context, { kind: more.kind, to, letter: await more.letter(), requestId, dueAt })
}
