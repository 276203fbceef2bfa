import { sql } from 'kysely'
import type { Context, Db } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { recordBellEvent } from './record-event.ts'

export type FailedMail = Pick<Tables['mail_message'], 'kind' | 'to_address'> & {
  account_id: string | null
  request_id: string | null
}

/**
 * Tells the person whose current address a mail could not reach, and of an invitation also the person who sent it. Mail
 * to a former address concerns nobody.
 */
export async function recordFailedMail(context: Pick<Context, 'db' | 'now'>, mail: FailedMail): Promise<void> {
  if (mail.account_id === null) return
  const reader = await findAtAddress(context.db, mail.account_id, mail.to_address)
  if (!reader) return
  if (mail.kind === 'account.invited' && mail.request_id !== null) await recordForInviter(context, mail.request_id)
  await recordBellEvent(context, { event: 'mail.failed', accountId: reader.id })
}

const findAtAddress = (db: Db, accountId: string, address: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<string>`lower(email)`, '=', address.toLowerCase())
    .executeTakeFirst()

type Inviter = { id: string; kind: string; reaching: string[] }

/** An inviter who no longer administers the scope hears nothing. */
async function recordForInviter(context: Pick<Context, 'db' | 'now'>, requestId: string): Promise<void> {
  const { rows } = await sql<Inviter>`
    select a.id, a.kind, array(
      select distinct own.entity from access_grant g
      join access_grant own on own.account_id = a.id and own.state = 'ACTIVE' and own.role <> 'AU'
        and (own.entity = g.entity or own.entity = any(g.reach))
      where g.request_id = r.id order by 1) as reaching
    from access_request r join account a on a.id = r.invited_by
    where r.id = ${requestId} and r.state like 'PENDING%' and a.state = 'ACTIVE'`.execute(context.db)
  for (const { id, kind, reaching } of rows)
    if (kind === 'internal' || reaching.length > 0)
      await recordBellEvent(context, { event: 'invitation.mail-failed', accountId: id, requestId, cameWith: reaching })
}
