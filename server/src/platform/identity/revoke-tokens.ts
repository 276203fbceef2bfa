import { sql } from 'kysely'
import type { Context } from '../context.ts'

type Whose = { accountId: string } | { sessionHash: Buffer } | { accountId: string; exceptSessionHash: Buffer }

/**
 * Ends what applications got for a person or one of their sessions, and queues the logouts to them. Everything that
 * narrows access calls this in its transaction.
 */
export async function revokeTokens({ db, now }: Pick<Context, 'db' | 'now'>, whose: Whose): Promise<void> {
  await sql`
    with ended as (
      delete from hub_record r where ${isOf(whose)} returning r.client_id, r.account_id)
    insert into hub_logout (client_id, account_id, queued_at, due_at)
    select distinct e.client_id, e.account_id, ${now}::timestamptz, ${now}::timestamptz
    from ended e join hub_client c using (client_id)
    where e.account_id is not null and c.logout_uri is not null`.execute(db)
}

const ofSession = (hash: Buffer) =>
  sql`r.uid_hash in (select s.uid_hash from hub_record s where s.model = 'Session' and s.session_hash = ${hash})`

function isOf(whose: Whose) {
  if ('sessionHash' in whose) return ofSession(whose.sessionHash)
  const all = sql`r.account_id = ${whose.accountId}`
  return 'exceptSessionHash' in whose ? sql`${all} and not coalesce(${ofSession(whose.exceptSessionHash)}, false)` : all
}
