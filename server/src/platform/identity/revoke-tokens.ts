import type { Context } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'

/**
 * Ends what applications got for a person, in one session or at one application, and queues the logouts to them. Deletes
 * what the person could fetch again (session-results.ts), unless it is about one application.
 * Everything that narrows the access of an account comes here through narrow-access.ts.
 */
export async function revokeTokens({ db, now }: Pick<Context, 'db' | 'now'>, whose: Whose): Promise<void> {
  if ('sessionHash' in whose) {
    const values = [now, whose.sessionHash]
    await runPrepared(db, revokeSql(ofSession('$2'), OWNER_OF_SESSION), values)
  } else if ('uidHash' in whose) {
    const values = [now, whose.uidHash]
    await runPrepared(db, revokeSql('r.uid_hash = $2'), values)
  } else if (!('accountId' in whose)) {
    const values = [now, whose.clientId]
    await runPrepared(db, revokeSql('r.client_id = $2'), values)
  } else if ('clientId' in whose) {
    const values = [now, whose.accountId, whose.clientId]
    await runPrepared(db, revokeSql(`${OF_ACCOUNT} and r.client_id = $3`), values)
  } else if ('exceptSessionHash' in whose) {
    const values = [now, whose.accountId, whose.exceptSessionHash]
    await runPrepared(db, revokeSql(`${OF_ACCOUNT} and not coalesce(${ofSession('$3')}, false)`, '$2'), values)
  } else {
    const values = [now, whose.accountId]
    await runPrepared(db, revokeSql(OF_ACCOUNT, '$2'), values)
  }
}

type Whose =
  | { accountId: string }
  | { accountId: string; clientId: string }
  /** Everybody at an application. */
  | { clientId: string }
  | { accountId: string; exceptSessionHash: Buffer }
  /** A portal session. */
  | { sessionHash: Buffer }
  /** A session of the OpenID library. */
  | { uidHash: Buffer }

const OF_ACCOUNT = 'r.account_id = $2'

/** Records of the library's sessions within a portal session. The session's own row has the same uid. */
const ofSession = (hash: string) => `r.uid_hash in (
  select s.uid_hash from hub_record s where s.model = 'Session' and s.session_hash = ${hash})`

/** Common table expressions, for a statement that ends a session itself. */
export const revokeSessionCtes = (hash: string, now: string): string => revokeCtes(ofSession(hash), now)

const revokeCtes = (condition: string, now: string): string => `
revoked as (delete from hub_record r where ${condition} returning r.client_id, r.account_id),
notified as (
  insert into hub_logout (client_id, account_id, queued_at, due_at)
  select distinct v.client_id, v.account_id, ${now}::timestamptz, ${now}::timestamptz
  from revoked v join hub_client c using (client_id)
  where v.account_id is not null and c.logout_uri is not null and c.disabled_at is null)`

const OWNER_OF_SESSION = '(select s.account_id from account_session s where s.id_hash = $2)'

const revokeSql = (condition: string, accountId?: string): string => {
  const results = accountId ? `,\nresults as (delete from session_result t where t.account_id = ${accountId})` : ''
  return `with ${revokeCtes(condition, '$1')}${results} select 1`
}
