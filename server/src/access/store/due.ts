import { sql } from 'kysely'
import type { Db } from '../../platform/access-ports.ts'

/** Cases that fall due, oldest first. The handlers look again under a lock before they act. */
const BATCH = 500

export async function findDueReminders(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_request
    where state like 'PENDING%' and reminded_at is null and remind_at <= ${now} and expires_at > ${now}
    order by remind_at limit ${BATCH}`.execute(db)
  return rows.map((row) => row.id)
}

export async function findDueExpiries(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_request where state like 'PENDING%' and expires_at <= ${now}
    order by expires_at limit ${BATCH}`.execute(db)
  return rows.map((row) => row.id)
}

export type Unconfirmed = { grantId: string; entity: string; dueAt: Date; remindedAt: Date | null }

/** Active AA and AU grants whose confirmation is due before a time. */
export async function findUnconfirmed(db: Db, dueBefore: Date): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select id as "grantId", entity, confirm_due_at as "dueAt", confirm_reminded_at as "remindedAt"
    from access_grant where state = 'ACTIVE' and role <> 'SAA' and confirm_due_at <= ${dueBefore}
    order by entity, id`.execute(db)
  return rows
}

export type Inactive = { accountId: string; lastActive: Date; warnedAt: Date | null }

/** Provider accounts nobody has used since a time; a warning given before the last use does not count. */
export async function findInactive(db: Db, unusedSince: Date): Promise<Inactive[]> {
  const { rows } = await sql<Inactive>`
    select id as "accountId", coalesce(last_sign_in_at, activated_at, created_at) as "lastActive",
      case when inactivity_warned_at > coalesce(last_sign_in_at, activated_at, created_at)
        then inactivity_warned_at end as "warnedAt"
    from account
    where state = 'ACTIVE' and kind = 'provider' and coalesce(last_sign_in_at, activated_at, created_at) <= ${unusedSince}
    order by id limit ${BATCH}`.execute(db)
  return rows
}
