import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { withShownNames } from '../../platform/shown-names.ts'
import { isWithin } from './scopes.ts'

/** When the account signed in the time before this one. */
export async function findLastVisit(db: Db, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('account')
    .select('previous_sign_in_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.previous_sign_in_at ?? null
}

export type DecidedRequest = { on: Date; state: 'ACTIVE' | 'REJECTED' | 'EXPIRED'; about: string }

/** Own requests that somebody has decided, or that time has ended, since then. */
export async function findDecidedSince(db: Db, accountId: string, since: Date): Promise<DecidedRequest[]> {
  const { rows } = await sql<DecidedRequest>`
    select r.decided_at as on, r.state, coalesce(p.name, r.npi, r.reference) as about
    from access_request r left join provider p on p.npi = r.npi
    where r.account_id = ${accountId} and r.decided_at > ${since} and r.state in ('ACTIVE', 'REJECTED', 'EXPIRED')
    order by r.decided_at desc, r.id limit 10`.execute(db)
  return withShownNames(rows, 'about')
}

type Within = { entities: string[]; accountId: string; since: Date }

/** How many others asked for what the entities reach. */
export async function countAskedSince(db: Db, { entities, accountId, since }: Within) {
  const { rows } = await sql<{ count: number; on: Date | null }>`
    select count(distinct r.account_id)::int as count, max(r.created_at) as on from access_request r
    where r.path = 'APPROVAL' and r.created_at > ${since} and r.account_id <> ${accountId}
      and r.id in (select g.request_id from access_grant g where ${isWithin(entities)})`.execute(db)
  return rows[0] ?? { count: 0, on: null }
}

export type BegunAccess = { on: Date; about: string }

/** Who else has got access to what the entities reach, each once. */
export async function findBegunSince(db: Db, { entities, accountId, since }: Within): Promise<BegunAccess[]> {
  const { rows } = await sql<BegunAccess>`
    select max(g.activated_at) as on, a.first_name || ' ' || a.last_name as about
    from access_grant g join account a on a.id = g.account_id
    where g.state = 'ACTIVE' and g.activated_at > ${since} and g.account_id <> ${accountId}
      and ${isWithin(entities)}
    group by a.id order by 1 desc, a.id limit 10`.execute(db)
  return rows
}

/** People invited to what the entities reach who have not taken it up. */
export async function countInvitations(db: Db, entities: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct g.account_id)::int as count
    from access_grant g join account a on a.id = g.account_id join access_request r on r.id = g.request_id
    where a.state = 'INVITED' and g.state = 'PENDING_APPROVAL' and r.path = 'INVITATION'
      and ${isWithin(entities)}`.execute(db)
  return rows[0]?.count ?? 0
}
