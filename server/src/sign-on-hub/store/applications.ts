import type { SignInFailure } from '@portico/core/sign-on-hub/sign-in-failures'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

export type ApplicationFacts = {
  clientId: string
  name: string
  brand: string
  disabledAt: Date | null
  lastUsedAt: Date | null
  failedSignIns: number
  failedLogouts: number
}

/** All applications by name, with their failed sign-ins since a time and the logouts that they have not accepted. */
export async function findApplications(db: Db, since: Date): Promise<ApplicationFacts[]> {
  const { rows } = await sql<ApplicationFacts>`
    select c.client_id as "clientId", c.name, c.brand, c.disabled_at as "disabledAt", c.last_used_at as "lastUsedAt",
      (select coalesce(sum(f.count), 0)::int from hub_failure f where f.client_id = c.client_id and f.minute >= ${since})
        as "failedSignIns",
      (select count(*)::int from hub_logout l where l.client_id = c.client_id and l.error is not null) as "failedLogouts"
    from hub_client c order by lower(c.name), c.client_id`.execute(db)
  return rows
}

/** Sign-ins of each day from this one on. Days without a sign-in have no row. */
export async function findSignIns(db: Db, clientId: string, from: string): Promise<{ day: string; count: number }[]> {
  return db
    .selectFrom('hub_sign_in')
    .select(['day', 'count'])
    .where('client_id', '=', clientId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}

type Failure = { reason: SignInFailure; minute: Date; count: number }

/** Newest first. */
export async function findFailures(db: Db, clientId: string): Promise<Failure[]> {
  return db
    .selectFrom('hub_failure')
    .select(['reason', 'minute', 'count'])
    .where('client_id', '=', clientId)
    .orderBy('minute', 'desc')
    .orderBy('reason')
    .limit(FAILURES_KEPT)
    .$narrowType<{ reason: SignInFailure }>()
    .execute()
}

/** Logouts that the application has not accepted, newest first. */
export async function findFailedLogouts(db: Db, clientId: string, limit: number) {
  return db
    .selectFrom('hub_logout')
    .select(['queued_at as queuedAt', 'due_at as dueAt', 'gave_up_at as gaveUpAt', 'attempts', 'error'])
    .where('client_id', '=', clientId)
    .where('error', 'is not', null)
    .orderBy('queued_at', 'desc')
    .limit(limit)
    .execute()
}

/** Rows of failed sign-ins for each application. */
export const FAILURES_KEPT = 50

type NewFailure = { clientId: string; brand: string; reason: SignInFailure; minute: Date }

/**
 * Counts a failed sign-in; equal ones of a minute are one row. Keeps the newest rows of the application, so that a flood
 * cannot fill the table. Writes nothing for a client ID that this brand does not have.
 */
export async function upsertFailure(db: Db, { clientId, brand, reason, minute }: NewFailure): Promise<void> {
  await sql`
    with written as (
      insert into hub_failure (client_id, minute, reason, count)
      select c.client_id, ${minute}, ${reason}, 1 from hub_client c
      where c.client_id = ${clientId} and c.brand = ${brand}
      on conflict (client_id, minute, reason) do update set count = hub_failure.count + 1
      returning xmax = 0 as is_new)
    delete from hub_failure where ctid in (
      select f.ctid from hub_failure f where f.client_id = ${clientId} and exists (select from written where is_new)
      order by f.minute desc, f.reason offset ${FAILURES_KEPT - 1})`.execute(db)
}

/** Counts a sign-in of the day and notes the last use, to the minute. */
export async function upsertSignIn(db: Db, clientId: string, now: Date): Promise<void> {
  await sql`
    with used as (
      update hub_client set last_used_at = ${now} where client_id = ${clientId}
        and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)}))
    insert into hub_sign_in (client_id, day, count) values (${clientId}, ${now.toISOString().slice(0, 10)}, 1)
    on conflict (client_id, day) do update set count = hub_sign_in.count + 1`.execute(db)
}

/** Statistics before a time. Returns how many rows. */
export async function deleteOldStatistics(db: Db, before: Date): Promise<number> {
  const failures = await db.deleteFrom('hub_failure').where('minute', '<', before).executeTakeFirst()
  const day = before.toISOString().slice(0, 10)
  const signIns = await db.deleteFrom('hub_sign_in').where('day', '<', day).executeTakeFirst()
  return Number(failures.numDeletedRows + signIns.numDeletedRows)
}
