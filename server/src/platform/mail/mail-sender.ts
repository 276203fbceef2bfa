import { DAY_MS } from '@portico/core/forms/calendar-day'
import nodemailer from 'nodemailer'
import { recordFailedMail } from '../bell/record-failed-mail.ts'
import { findBrand } from '../brands/brands.ts'
import { transact } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { Settings } from '../settings/settings.ts'
import { claimMail, findDueMail, withoutSecrets } from './mail.ts'
import { renderMailHtml } from './mail-html.ts'

/** Delivers queued mail to the mail server. While it is unavailable, mail stays queued; none is lost or sent twice. */
export type MailSender = {
  /** Sends one message if it is due and not claimed by another process. */
  send(mailId: string): Promise<'sent' | 'waits' | 'gave-up' | 'not-due'>
  /** Sends everything that is due; returns how many were sent. */
  sendDue(): Promise<number>
  /** Stops sending after the current message. */
  close(): void
}

/** Longer than any conversation with the mail server can last, so that a claim never expires while in use. */
const LEASE_S = 300
const FIRST_RETRY_S = 30
const LONGEST_RETRY_S = 15 * 60
const GIVE_UP_AFTER_MS = 5 * DAY_MS
const DUE_BATCH = 100

type Message = NonNullable<Awaited<ReturnType<typeof claimMail>>>

export function createMailSender(deps: Deps): MailSender {
  const { settings } = deps
  const transport = settings.smtpUrl ? createTransport(settings.smtpUrl) : undefined
  const deliver = async (message: Message) => {
    if (transport) await transport.sendMail(composeMail(message, settings))
  }
  // A demo without a mail server shows its mail, links included, on its mailbox page.
  const canDeliver = transport !== undefined || settings.demo
  let closing = false

  async function send(mailId: string) {
    if (!canDeliver) return 'waits' as const
    const message = await claimMail(deps.db, mailId, deps.clock.now(), LEASE_S)
    if (!message) return 'not-due' as const
    const failure = await deliver(message).then(
      () => undefined,
      (error: SmtpError) => error,
    )
    if (failure) return postpone(deps, message, failure)
    await markSent(deps, message, transport ? withoutSecrets(message.body) : message.body)
    return 'sent' as const
  }

  async function sendDue() {
    if (!canDeliver) return 0
    let sent = 0
    for (const id of await findDueMail(deps.db, deps.clock.now(), DUE_BATCH)) {
      const result = await send(id)
      if (result === 'sent') sent += 1
      // The mail server is unavailable and the rest would run into the same timeout, or the process is stopping.
      if (result === 'waits' || closing) break
    }
    return sent
  }

  const close = () => {
    closing = true
    transport?.close()
  }
  return { send, sendDue, close }
}

function createTransport(url: string) {
  return nodemailer.createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The brand is the sender's name; the address is the configured one. */
function composeMail(message: Message, settings: Settings) {
  const { mailFrom } = settings
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
  return {
    from: { name: findBrand(message.brand).name, address },
    to: { name: '', address: message.to_address },
    subject: message.subject,
    text: message.body,
    html: renderMailHtml(settings, message),
    messageId: `<${message.message_id}@${address.split('@')[1] ?? 'localhost'}>`,
    date: message.created_at,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

type SmtpError = Error & { responseCode?: number; code?: string; command?: string }

/** True if a refusal concerns this address or message. Any other refusal is the mail server's own, and temporary. */
const ABOUT_THE_MESSAGE = ['RCPT TO', 'DATA']

async function postpone(deps: Deps, message: Message, error: SmtpError): Promise<'waits' | 'gave-up'> {
  const now = deps.clock.now()
  const refusedForGood = (error.responseCode ?? 0) >= 500 && ABOUT_THE_MESSAGE.includes(error.command ?? '')
  const tooOld = now.getTime() - message.created_at.getTime() > GIVE_UP_AFTER_MS
  const gaveUp = refusedForGood || tooOld
  const wait = Math.min(FIRST_RETRY_S * 2 ** Math.min(message.attempts - 1, 10), LONGEST_RETRY_S)
  await transact(deps, async ({ db }) => {
    await db
      .updateTable('mail_message')
      .set({
        claimed_until: null,
        next_attempt_at: new Date(now.getTime() + wait * 1000),
        gave_up_at: gaveUp ? now : null,
        ...(gaveUp ? { body: withoutSecrets(message.body) } : {}),
        // The server's reply can repeat the address, so only codes are stored.
        last_error: [error.code, error.responseCode].filter(Boolean).join(' ') || 'unknown',
      })
      .where('id', '=', message.id)
      .execute()
    if (gaveUp) await recordFailedMail({ db, now }, message)
  })
  deps.log.warn({ mailId: message.id, code: error.code, responseCode: error.responseCode, gaveUp }, 'mail not accepted')
  return gaveUp ? 'gave-up' : 'waits'
}

/**
 * Marks the message as sent and redacts its secrets. If the database is unavailable, retries while the claim lasts, so
 * that the message is not sent again.
 */
async function markSent(deps: Deps, { id }: Message, body: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.db
        .updateTable('mail_message')
        .set({ sent_at: deps.clock.now(), claimed_until: null, last_error: null, body })
        .where('id', '=', id)
        .execute()
      return
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  }
}
