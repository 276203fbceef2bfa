import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { recordBellEvent } from './record-event.ts'

/** Tells the person whose current address a mail could not reach. Mail to a former address concerns nobody. */
export async function recordFailedMail(
  context: Pick<Context, 'db' | 'now'>,
  { account_id, to_address }: { account_id: string | null; to_address: string },
): Promise<void> {
  if (account_id === null) return
  const reader = await context.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', account_id)
    .where(sql<string>`lower(email)`, '=', to_address.toLowerCase())
    .executeTakeFirst()
  if (reader) await recordBellEvent(context, { event: 'mail.failed', accountId: reader.id })
}
