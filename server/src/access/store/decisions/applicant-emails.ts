import { sql } from 'kysely'
import type { Db, InTransaction } from '#platform/context.ts'

/** Email addresses of people who request a role that proves nothing else: AA and AU. */

export async function updateReceiptEmail(db: Db, requestId: string, email: string): Promise<void> {
  await db.updateTable('access_request').set({ receipt_email: email }).where('id', '=', requestId).execute()
}

export async function updateEmailConfirmed({ db, now }: InTransaction, requestId: string): Promise<void> {
  await db.updateTable('access_request').set({ email_confirmed_at: now }).where('id', '=', requestId).execute()
}

/**
 * The requests whose address belongs to a person with active access to a requested entity or below it. The deciders
 * administer those, so this reveals nothing about another office.
 */
export async function findRequestsWithKnownEmail(db: Db, requestIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.request_id as id from access_grant g
    join account a on a.id = g.account_id
    join account known on lower(known.email) = lower(a.email)
    join access_grant k on k.account_id = known.id and k.state = 'ACTIVE'
      and (k.entity = g.entity or k.reach @> array[g.entity])
    where g.request_id = any(${requestIds}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
