import { sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'

/** Due cases, oldest first. The handlers check again under a lock before they act. */
const BATCH = 500

export async function findDueReminders({ db, now }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_request
    where state like 'PENDING%' and reminded_at is null and remind_at <= ${now} and expires_at > ${now}
    order by remind_at limit ${BATCH}`.execute(db)
  return rows.map((row) => row.id)
}

export async function findDueExpiries({ db, now }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_request where state like 'PENDING%' and expires_at <= ${now}
    order by expires_at limit ${BATCH}`.execute(db)
  return rows.map((row) => row.id)
}

/** Active AA and AU grants with a confirmation due by `dueBy` and an unsent first or last reminder. */
const waitsForReminder = ({ now, dueBy, lastDays }: ReminderTimes) => {
  const last = sql`confirm_due_at - make_interval(hours => ${lastDays * 24})`
  return sql`state = 'ACTIVE' and role <> 'SAA' and confirm_due_at <= ${dueBy} and (confirm_reminded_at is null
    or (confirm_reminded_at < ${last} and ${last} <= ${now} and ${now} < confirm_due_at))`
}

export type ReminderTimes = { now: Date; dueBy: Date; lastDays: number }

/** Reads page by page. An entity without an SAA stays due forever and must not block the others. */
export async function* findEntitiesToRemind(db: Db, times: ReminderTimes): AsyncGenerator<string> {
  let page: { entity: string }[] = []
  do {
    const after = page.at(-1)?.entity ?? ''
    const found = await sql<{ entity: string }>`
      select distinct entity from access_grant where entity > ${after} and ${waitsForReminder(times)}
      order by entity limit ${BATCH}`.execute(db)
    page = found.rows
    for (const { entity } of page) yield entity
  } while (page.length === BATCH)
}

export async function findGrantsToRemind(
  db: Db,
  entity: string,
  times: ReminderTimes,
): Promise<{ grantId: string; dueAt: Date }[]> {
  const { rows } = await sql<{ grantId: string; dueAt: Date }>`
    select id as "grantId", confirm_due_at as "dueAt" from access_grant
    where entity = ${entity} and ${waitsForReminder(times)} order by confirm_due_at, id`.execute(db)
  return rows
}

/** Grants with an overdue confirmation and a reminder that is old enough. */
export async function findUnconfirmed(
  db: Db,
  now: Date,
  remindedBefore: Date,
): Promise<{ grantId: string; entity: string }[]> {
  const { rows } = await sql<{ grantId: string; entity: string }>`
    select id as "grantId", entity from access_grant
    where state = 'ACTIVE' and role <> 'SAA' and confirm_due_at <= ${now} and confirm_reminded_at <= ${remindedBefore}
    order by confirm_due_at, id limit ${BATCH}`.execute(db)
  return rows
}

const lastUse = sql`coalesce(last_sign_in_at, activated_at, created_at)`
const isUnused = (since: Date) => sql`state = 'ACTIVE' and kind = 'provider' and ${lastUse} <= ${since}`

/** Provider accounts unused since a time. A warning before the last use does not count. */
export async function findUnwarned(db: Db, unusedSince: Date): Promise<{ accountId: string; lastActive: Date }[]> {
  const { rows } = await sql<{ accountId: string; lastActive: Date }>`
    select id as "accountId", ${lastUse} as "lastActive" from account
    where ${isUnused(unusedSince)} and (inactivity_warned_at is null or inactivity_warned_at <= ${lastUse})
    order by ${lastUse}, id limit ${BATCH}`.execute(db)
  return rows
}

/** The same accounts, if warned after their last use and long enough ago. */
export async function findWarned(db: Db, unusedSince: Date, warnedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where ${isUnused(unusedSince)} and inactivity_warned_at > ${lastUse} and inactivity_warned_at <= ${warnedBefore}
    order by ${lastUse}, id limit ${BATCH}`.execute(db)
  return rows.map((row) => row.id)
}
