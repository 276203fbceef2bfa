import { sql } from 'kysely'
import { type FailedMail, recordFailedMail } from '#platform/bell/record-failed-mail.ts'
import type { Context, Db } from '#platform/context.ts'
import { withoutSecrets } from '#platform/mail/mail.ts'

/** Queries that only the operator's commands use. */

type Moment = Pick<Context, 'db' | 'now'>

export async function findDevices(db: Db, accountId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('account_device').select('id_hash').where('account_id', '=', accountId).execute()
  return rows.map((row) => row.id_hash)
}

export async function deleteFactorTallies(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('factor_tally').where('account_id', '=', accountId).execute()
}

type FactorUse = { kind: string; name: string; since: Date | null; used: Date | null; waiting: number | null }

/** Recovery codes as one row, with the number left. */
export async function findFactorUse(db: Db, accountId: string): Promise<FactorUse[]> {
  const { rows } = await sql<FactorUse>`
    select 'passkey' as kind, name, created_at as since, last_used_at as used, null::int as waiting
    from passkey where account_id = ${accountId} and removed_at is null
    union all select 'app', '', confirmed_at, last_used_at, null
    from authenticator_key
    where account_id = ${accountId} and confirmed_at is not null and removed_at is null
    union all select 'recovery codes', '', min(made_at), max(used_at), count(*) filter (where used_at is null)::int
    from recovery_code where account_id = ${accountId} and removed_at is null having count(*) > 0
    order by kind, since`.execute(db)
  return rows
}

/** Excludes mail whose links or text were removed: they cannot be restored. */
const IS_WHOLE = sql`position('[removed]' in body) = 0 and body <> ''`

/** All permanently failed mail that can still be sent, the oldest first. */
export async function findMailToRequeue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_message where sent_at is null and gave_up_at is not null and ${IS_WHOLE} order by id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Returns the changed ones. */
export async function updateMailRequeued({ db, now }: Moment, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update mail_message set gave_up_at = null, next_attempt_at = ${now}, attempts = 0
    where id = any(${ids}::bigint[]) and sent_at is null and ${IS_WHOLE}
      and (claimed_until is null or claimed_until <= ${now})
    returning id`.execute(db)
  return rows.map((row) => row.id)
}

/** Removes links and codes from the message, as the sender does on a permanent failure. */
export async function updateMailFailed({ db, now }: Moment, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; body: string } & FailedMail>`
    select id, body, kind, account_id, request_id, to_address from mail_message
    where id = any(${ids}::bigint[]) and sent_at is null and gave_up_at is null
      and (claimed_until is null or claimed_until <= ${now}) order by id for update`.execute(db)
  for (const { id, body, ...message } of rows) {
    await db
      .updateTable('mail_message')
      .set({ gave_up_at: now, last_error: 'given up by command', body: withoutSecrets(body) })
      .where('id', '=', id)
      .execute()
    await recordFailedMail({ db, now }, message)
  }
  return rows.map((row) => row.id)
}

export async function findNamedAccount(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', name.toLowerCase()), eb('public_id', '=', name)]))
    .executeTakeFirst()
  return row?.id
}

export async function hasReference(db: Db, reference: string): Promise<boolean> {
  const row = await db.selectFrom('access_request').select('id').where('reference', '=', reference).executeTakeFirst()
  return row !== undefined
}

export async function findHolds(db: Db) {
  return db
    .selectFrom('legal_hold')
    .leftJoin('account', 'account.id', 'legal_hold.account_id')
    .select(['legal_hold.id', 'account.username as account', 'legal_hold.npi', 'reference', 'reason', 'set_at as set'])
    .select('set_by as by')
    .where('released_at', 'is', null)
    .orderBy('legal_hold.id')
    .execute()
}

export type PendingWork = { job: string; waiting: number; oldest: Date | null; stuck: number; problem: string }

/** `stuck` counts what a job failed to do. */
export async function findPendingWork({ db, now }: Moment): Promise<PendingWork[]> {
  const { rows } = await sql<PendingWork>`
    select 'mail' as job, count(*) filter (where gave_up_at is null)::int as waiting,
      min(created_at) filter (where gave_up_at is null) as oldest,
      count(*) filter (where gave_up_at is not null)::int as stuck, 'failed permanently' as problem
    from mail_message where sent_at is null
    union all select 'audit seals', count(*)::int, min(e.at), 0, ''
    from audit_unsealed u join audit_event e on e.id = u.event_id
    union all select 'sweep', count(*) filter (where ran_at < ${now}::timestamptz - interval '5 minutes')::int,
      min(ran_at), count(*) filter (where failed_at = ran_at)::int, 'failed at the last run'
    from job_run
    union all select 'decisions', count(*)::int, min(due_at), 0, ''
    from delayed_decision where state = 'HELD' and due_at <= ${now}
    union all select 'factor resets', count(*)::int, min(due_at), 0, ''
    from factor_reset where due_at is not null and stopped_at is null and done_at is null`.execute(db)
  return rows
}

export async function findSweepRuns(db: Db) {
  return db
    .selectFrom('job_run')
    .select(['job as handler', 'ran_at as ran', 'done', 'last_done_at as did', 'failed_at as failed', 'failure'])
    .orderBy('job')
    .execute()
}

export type Counter = { key: string; since: Date; count: number }

/** Counters in the current windows of a day. Sign-ins are counted under hashed names, which reveal nothing. */
export async function findCounters({ db, now }: Moment): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select key, window_start as since, hits as count from flood_counter
    where window_start > ${now}::timestamptz - interval '1 day' and key not like 'job:%'
    order by hits desc, key limit 50`.execute(db)
  return rows
}
