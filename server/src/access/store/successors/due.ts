import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { EndReason } from './successors.ts'

/** Due namings, oldest first. The handlers check again under a lock before they act. */
const BATCH = 500

export async function findToRemind(db: Db, confirmableBy: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saa_successor
    where state in ('NAMED', 'AGREED') and confirm_due_at <= ${confirmableBy} and reminded_at is null
    order by confirm_due_at, id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findUnconfirmedNamings(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saa_successor where state in ('NAMED', 'AGREED') and confirm_due_at <= ${now}
    order by confirm_due_at, id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findInactive(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saa_successor where state = 'AGREED' and inactive_since <= ${since}
    order by inactive_since, id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findDueTakeovers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saa_successor where state = 'WAITING' and due_at <= ${now}
    order by due_at, id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Namings that a change of access ended. */
export async function findUnreported(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saa_successor where state = 'ENDED' and ended_at is null order by id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Undefined if another process has reported it. */
export async function updateEndReported(db: Db, id: string, now: Date): Promise<{ reason: EndReason } | undefined> {
  const { rows } = await sql<{ reason: EndReason }>`
    update saa_successor set ended_at = ${now} where id = ${id} and state = 'ENDED' and ended_at is null
    returning end_reason as reason`.execute(db)
  return rows[0]
}
