import type { NextQuery, NextReference, WaitingQuery } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import type { Db, InTransaction, SignedIn, Trx } from '#platform/context.ts'
import { countByDay, type DueDay } from '#platform/database/count-by-day.ts'
import { containing, direction, findPage } from '#platform/database/paged-list.ts'
import type { Role } from '#platform/database/schema.ts'
import { isWithin } from '../people/scopes.ts'
import { findNextInQueue } from './next-in-queue.ts'

/**
 * True if no other active SAA covers everything that the request asks for, through its entities, their groups or the
 * organization. `canDecide` asks the same of its `saaIsLeft`.
 */
export const withoutSaa = sql`not exists (
  select from access_grant g
  join access_grant saa on saa.entity = any(array_append(g.reach, g.entity)) and saa.role = 'SAA' and saa.state = 'ACTIVE'
  join account holder on holder.id = saa.account_id and holder.state = 'ACTIVE'
  where g.request_id = r.id and saa.account_id <> r.account_id
  group by saa.account_id
  having count(distinct g.id) = (select count(*) from access_grant every where every.request_id = r.id))`

/** The entities for which the decider decides on a role (`decidersOf`), never their own requests. */
export type Deciding = { accountId: string; decides: { role: Role; over: string[] }[] } | { staff: string }

export const approvals = sql`r.state = 'PENDING_APPROVAL' and r.path = 'APPROVAL'`

const passedToStaff = sql`r.needs_staff and r.state = 'PENDING_PROVIDER'`

const isForStaff = sql`((${approvals} and ${withoutSaa}) or (${passedToStaff}))`

/**
 * Finds staff requests by the candidate table and by an index on requests passed to staff. Otherwise the query would
 * scan all pending requests.
 */
const noted = sql`(
  select w.* from (
    select request_id as id from staff_request_candidate union select r.id from access_request r where ${passedToStaff}) n
  cross join lateral (select * from access_request where id = n.id offset 0) w)`

const requestsFor = (who: Deciding) => ('staff' in who ? noted : sql`access_request`)

/** A decider must reach every grant of the request. Staff also get requests that were passed to them. */
function waitingFor(who: Deciding) {
  if ('staff' in who) return isForStaff
  const entities = [...new Set(who.decides.flatMap(({ over }) => over))]
  const decided = who.decides.map(({ role, over }) => sql`(g.role = ${role} and ${isWithin(over)})`)
  return sql`${approvals} and r.account_id <> ${who.accountId}
    and r.id = any(array(select w.request_id from unnest(${entities}::text[]) e (entity) cross join lateral (
      select request_id from access_grant where state = 'PENDING_APPROVAL' and entity = e.entity
      union all
      select request_id from access_grant where state = 'PENDING_APPROVAL' and reach @> array[e.entity]) w))
    and not exists (select from access_grant g where g.request_id = r.id
      and not (${sql.join(decided, sql` or `)}))`
}

/**
 * Deletes candidates that are closed or that an SAA can decide. The exclusive lock separates this from the removal of
 * an SAA: a later removal adds its candidates afterwards.
 */
export async function deleteNotLeftToStaff(trx: Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(7262, 104)`.execute(trx)
  const { numAffectedRows } = await sql`
    delete from staff_request_candidate n where not exists (
      select from access_request r where r.id = n.request_id and ${approvals} and ${withoutSaa})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** The requests left to plan staff that their bells do not know yet. */
export async function updateLeftToStaffAnnounced({ db, now }: InTransaction): Promise<number> {
  const { numAffectedRows } = await sql`
    update staff_request_candidate n set announced_at = ${now}
    where announced_at is null and exists (
      select from access_request r where r.id = n.request_id and ${approvals} and ${withoutSaa})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Any request that waits for plan staff. */
export const waitingForStaff = () => sql`select from ${noted} r where ${isForStaff}`

/** The filters of the query. */
function narrowed(who: Deciding, { reference, search, path, role, assigned }: WaitingQuery) {
  const conditions = [sql`true`]
  if (reference !== undefined) conditions.push(sql`r.reference = ${reference}`)
  if (path) conditions.push(path === 'BEHALF' ? sql`r.path = 'BEHALF'` : sql`r.path <> 'BEHALF'`)
  if (role) conditions.push(sql`r.role = ${role}`)
  if ('staff' in who && assigned === 'ME') conditions.push(sql`r.assigned_to = ${who.staff}`)
  if ('staff' in who && assigned === 'NOBODY') conditions.push(sql`r.assigned_to is null`)
  const words = search?.trim() ? containing(search) : undefined
  if (words)
    conditions.push(sql`(lower(a.first_name || ' ' || a.last_name) like ${words} or lower(r.reference) like ${words}
      or r.npi like ${words} or exists (
        select from access_grant g
        left join provider_group p on p.group_id = coalesce(g.group_id, g.scope_id)
        left join provider n on g.scope_kind = 'NPI' and n.npi = g.scope_id
        where g.request_id = r.id and (lower(p.name) like ${words} or lower(p.group_id) like ${words}
          or lower(n.name) like ${words} or g.scope_id like ${words})))`)
  return sql.join(conditions, sql` and `)
}

const WAITING_ORDER = {
  asked: sql`r.created_at`,
  who: sql`lower(a.last_name || ' ' || a.first_name)`,
  role: sql`array_position(array['SAA', 'AA', 'AU'], r.role)`,
}

type WaitingRow = { id: string; createdAt: Date; assignedTo: string | null; delayed: boolean }

/**
 * One page of pending requests, oldest first by default. To search or sort by name, the lateral join reads accounts by
 * key. A plain join compares every account with all pending requests.
 */
export function findWaiting(db: Db, who: Deciding, query: WaitingQuery) {
  const isNamed = query.sort === 'who' || Boolean(query.search?.trim())
  const names = sql`cross join lateral (select first_name, last_name from account where id = r.account_id offset 0) a`
  const matching = sql`from ${requestsFor(who)} r ${isNamed ? names : sql``}
    where ${waitingFor(who)} and ${narrowed(who, query)}`
  return findPage(db, query, {
    matching,
    page: (limits) => sql<WaitingRow>`select r.id, r.created_at as "createdAt",
      exists (select from delayed_decision h where h.request_id = r.id and h.state = 'HELD') as delayed,
      (select s.first_name || ' ' || s.last_name from account s where s.id = r.assigned_to) as "assignedTo" ${matching}
      order by ${WAITING_ORDER[query.sort ?? 'asked']} ${direction(query)}, r.id ${direction(query)} ${limits}`,
  })
}

/** Requests that wait for the decider and expire by then, by day. */
export const findRequestsDue = (db: Db, who: Deciding, { now, until }: { now: Date; until: Date }): Promise<DueDay[]> =>
  countByDay(
    db,
    now,
    sql`select r.expires_at as at, r.id as key from ${requestsFor(who)} r
      where ${waitingFor(who)} and r.expires_at > ${now} and r.expires_at <= ${until}`,
  )

/** The next or previous pending staff request, in the default order of the list. */
export async function findNextRequest(context: SignedIn, query: NextQuery): Promise<NextReference> {
  const staff = { staff: context.session.accountId }
  return findNextInQueue(context, query, {
    waiting: sql`from ${requestsFor(staff)} r where ${waitingFor(staff)}`,
    place: [sql`r.created_at`, sql`r.id`],
    here: sql`select created_at, id from access_request where reference = ${query.reference}`,
  })
}
