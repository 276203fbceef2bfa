import { randomUUID } from 'node:crypto'
import { DAY_MS, DAY_S } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import { type BellEvent, isBellEvent } from '../bell/events.ts'
import { recordBellEvent } from '../bell/record-event.ts'
import type { Db, InTransaction, Trx } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'
import { hit, networkOf } from '../limits/limits.ts'

/** Mail is queued by the business transaction and sent later: exactly the committed mail is sent. */
export type NewMail = {
  /** The kind of mail as area.event; staff filter by it. */
  kind: string
  brand: string
  to: string
  subject: string
  body: string
  accountId?: string | null | undefined
  requestId?: string | null | undefined
  /** The address was typed by a visitor who is not signed in. */
  byStranger?: boolean | undefined
  /** Earliest time to send; immediately if not set. */
  dueAt?: Date | undefined
  /** Entities of the administrator's grants that the mail comes with; the bell's entry ends with them. */
  cameWith?: string[] | undefined
  /** Of a mail that must not be queued twice; random if not set. */
  messageId?: string
}

/** A line break or other control character in a header field would allow header injection. */
export class MailHeaderError extends Error {}

/** True for text that must not reach a header field. */
export function breaksHeader(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)
}

/** One plain address: nothing that a mail server could read as a second one. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/.test(text) &&
    !breaksHeader(text)
  )
}

/** Queues the message; its row is the job. The Message-ID is created once and survives every retry. */
export async function insertMail({ db, now }: Pick<InTransaction, 'db' | 'now'>, mail: NewMail): Promise<void> {
  if (!isMailAddress(mail.to)) throw new MailHeaderError('not a mail address')
  if (breaksHeader(mail.subject) || breaksHeader(mail.kind))
    throw new MailHeaderError('control character in a header field')
  const { kind, brand, to, subject, body, accountId = null, requestId = null, byStranger = false, dueAt = now } = mail
  const { messageId = randomUUID() } = mail
  const values = [messageId, kind, brand, to, subject, body, accountId, requestId, byStranger, now, dueAt]
  await runPrepared(db, queueSql, values)
}

/** A mail about something that the bell shows becomes an entry too; its reader may prefer the entry (behaviour 23.2). */
export async function queueMail(context: Pick<InTransaction, 'db' | 'now'>, mail: NewMail): Promise<void> {
  const { kind, accountId } = mail
  const isWanted = !accountId || !isBellEvent(kind) || (await recordMailEvent(context, { ...mail, kind, accountId }))
  if (isWanted) await insertMail(context, mail)
}

type ReportedMail = NewMail & { kind: BellEvent; accountId: string }

/** False if the reader chose to read it in the digest or in the bell. */
async function recordMailEvent(context: Pick<InTransaction, 'db' | 'now'>, mail: ReportedMail): Promise<boolean> {
  const { kind: event, accountId, requestId, cameWith } = mail
  return (await recordBellEvent(context, { event, accountId, requestId, cameWith })) === 'AT_ONCE'
}

const queueSql = `
insert into mail_message (message_id, kind, brand, to_address, subject, body, account_id, request_id, by_stranger,
  created_at, next_attempt_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** The text without link tokens and codes. Once a message is sent, only its reader needs them. */
export function withoutSecrets(body: string): string {
  return body.replace(/([?&][A-Za-z]+=)[\w-]{22,}/g, '$1[removed]').replace(/\b\d{6}(?= is your code\b)/g, '[removed]')
}

/** Serializes transactions that may mail this address. */
export async function lockMailAddress(db: Trx, to: string): Promise<void> {
  const key = `mail:${to.trim().toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/**
 * Checks whether one more mail can go to an address that a stranger typed (behaviour 9.10). If not, the caller refuses;
 * otherwise it queues with `byStranger`. Counts per client first, so that no client uses up the allowance of others. A
 * refusal rolls the count back. Parallel callers for one address are serialized.
 */
export async function isStrangerMailAllowed(
  context: Pick<InTransaction, 'db' | 'now' | 'settings' | 'address'>,
  to: string,
): Promise<boolean> {
  const { db, now, settings } = context
  const { strangerMailsPerDayPerAddress, strangerMailsPerDayPerTarget } = settings.limits
  const address = to.trim().toLowerCase()
  await lockMailAddress(db, address)
  const fromHere = `stranger-mail:${address}:${networkOf(context.address ?? '')}` as const
  if (!(await hit(context, { key: fromHere, limit: strangerMailsPerDayPerAddress, windowSeconds: DAY_S }))) return false
  const { count } = await db
    .selectFrom('mail_message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<string>`lower(to_address)`, '=', address)
    .where('by_stranger', '=', true)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return count < strangerMailsPerDayPerTarget
}

/** Claims a queued message for this process; undefined if it is sent, not due, or claimed by another process. */
export async function claimMail(db: Db, mailId: string, now: Date, leaseSeconds: number) {
  return db
    .updateTable('mail_message')
    .set({ claimed_until: new Date(now.getTime() + leaseSeconds * 1000), attempts: sql<number>`attempts + 1` })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

export async function findDueMail(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_message')
    .select('id')
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
