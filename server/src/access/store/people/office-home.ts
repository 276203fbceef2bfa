import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isWithin } from './scopes.ts'

/** The previous sign-in of the account, before the current one. */
export async function findLastVisit(db: Db, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('account')
    .select('previous_sign_in_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.previous_sign_in_at ?? null
}

export type DecidedRequest = { on: Date; state: 'ACTIVE' | 'REJECTED' | 'EXPIRED'; about: string }

/** The account's own requests that were decided or expired since then. */
export async function findDecidedSince(db: Db, accountId: string, since: Date): Promise<DecidedRequest[]> {
  const { rows } = await sql<DecidedRequest>`
    select r.decided_at as on, r.state, coalesce(p.name, r.npi, r.reference) as about
    from access_request r left join provider p on p.npi = r.npi
    where r.account_id = ${accountId} and r.decided_at > ${since} and r.state in ('ACTIVE', 'REJECTED', 'EXPIRED')
    order by r.decided_at desc, r.id limit 10`.execute(db)
  return withShownNames(rows, 'about')
}

type Within = { entities: string[]; accountId: string; since: Date; now: Date }

const WEEK_MS = 604_800_000
const weekOf = (at: Date) => Math.floor(at.getTime() / WEEK_MS)

/** With more index lookups than this, reading all rows is as fast. */
const LOOKS_MAX = 10_000

/**
 * Grants within reach of the entities that were created or activated since then. Looks up each week of each entity, so
 * a grant can appear twice. With too many lookups it reads all grants in reach.
 */
function newsOf({ entities, since, now }: Within, moment: 'created_at' | 'activated_at') {
  // The clock of another process may be ahead and already in the next week.
  const weeks = Array.from({ length: weekOf(now) - weekOf(since) + 2 }, (_, index) => weekOf(since) + index)
  if (entities.length * weeks.length > LOOKS_MAX) return sql`(select * from access_grant g where ${isWithin(entities)})`
  const wanted = entities.flatMap((entity) => weeks.map((week) => `${entity}@${week}`))
  return sql`(select f.* from unnest(${wanted}::text[]) w (week) cross join lateral (
    select * from access_grant where ${sql.ref(moment)} > ${since}
      and grant_weeks(array_append(reach, entity), created_at, activated_at) @> array[w.week] offset 0) f)`
}

/** Number of other users who requested access within reach of the entities. A grant is never older than its request. */
export async function countRequestsSince(db: Db, within: Within) {
  const { rows } = await sql<{ count: number; on: Date | null }>`
    select count(distinct r.account_id)::int as count, max(r.created_at) as on from access_request r
    where r.path = 'APPROVAL' and r.created_at > ${within.since} and r.account_id <> ${within.accountId}
      and r.id = any(array(select g.request_id from ${newsOf(within, 'created_at')} g))`.execute(db)
  return rows[0] ?? { count: 0, on: null }
}

export type BegunAccess = { on: Date; about: string }

/** Other users who got access within reach of the entities, each once. */
export async function findBegunSince(db: Db, within: Within): Promise<BegunAccess[]> {
  const { rows } = await sql<BegunAccess>`
    select b.on, a.first_name || ' ' || a.last_name as about from (
      select g.account_id, max(g.activated_at) as on from ${newsOf(within, 'activated_at')} g
      where g.state = 'ACTIVE' and g.activated_at > ${within.since} and g.account_id <> ${within.accountId}
      group by g.account_id order by 2 desc, 1 limit 10) b
    join account a on a.id = b.account_id order by 1 desc, a.id`.execute(db)
  return rows
}

/** Number of users invited within reach of the entities who have not accepted. */
export async function countInvitations(db: Db, entities: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct g.account_id)::int as count
    from access_grant g join account a on a.id = g.account_id join access_request r on r.id = g.request_id
    where a.state = 'INVITED' and g.state = 'PENDING_APPROVAL' and r.path = 'INVITATION'
      and ${isWithin(entities)}`.execute(db)
  return rows[0]?.count ?? 0
}
