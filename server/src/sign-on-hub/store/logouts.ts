import { sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'

export type DueLogout = {
  id: string
  clientId: string
  accountId: string
  brand: string
  logoutUri: string
  subjectSalt: Buffer
  queuedAt: Date
  attempts: number
}

/** Claims due logouts for this process until `leaseUntil`. Concurrent processes claim different ones. */
export async function claimLogouts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { leaseUntil, limit }: { leaseUntil: Date; limit: number },
): Promise<DueLogout[]> {
  const { rows } = await sql<DueLogout>`
    with due as (
      select l.id from hub_logout l
      where l.sent_at is null and l.gave_up_at is null and l.due_at <= ${now}
        and (l.claimed_until is null or l.claimed_until <= ${now})
      order by l.due_at limit ${limit} for update skip locked)
    update hub_logout l set claimed_until = ${leaseUntil}, attempts = l.attempts + 1
    from due, hub_client c
    where l.id = due.id and c.client_id = l.client_id
    returning l.id, l.client_id as "clientId", l.account_id as "accountId", c.brand, coalesce(c.logout_uri, '') as "logoutUri",
      c.subject_salt as "subjectSalt", l.queued_at as "queuedAt", l.attempts`.execute(db)
  return rows
}

export async function updateLogoutSent(db: Db, id: string, now: Date): Promise<void> {
  const sent = { sent_at: now, claimed_until: null, error: null }
  await db.updateTable('hub_logout').set(sent).where('id', '=', id).execute()
}

type Failed = { id: string; error: string; dueAt: Date; gaveUpAt: Date | null }

export async function updateLogoutFailed(db: Db, { id, error, dueAt, gaveUpAt }: Failed): Promise<void> {
  const failed = { error, due_at: dueAt, gave_up_at: gaveUpAt, claimed_until: null }
  await db.updateTable('hub_logout').set(failed).where('id', '=', id).execute()
}
