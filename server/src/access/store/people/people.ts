import type { PEOPLE_SORTS } from '@portico/core/access/limits'
import type { ContractState } from '@portico/core/access/request-shapes'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { containing, countMatching, direction } from '../../../platform/database/paged-list.ts'
import type { AccountState, GrantState, Role, ScopeKind } from '../../../platform/database/schema.ts'
import { withShownNames } from '../../../platform/database/shown-names.ts'
import { CONTRACT_STATE } from '../decisions/contract-state.ts'
import { fewNamedBy } from './named-accounts.ts'
import { isWithin } from './scopes.ts'

export type PersonRow = {
  grantId: string
  requestId: string
  accountId: string
  publicId: string
  firstName: string
  lastName: string
  email: string
  accountState: AccountState
  entity: string
  role: Role
  permissions: string[]
  state: GrantState
  since: Date
  lastSignIn: Date | null
  suspendedReason: string | null
  suspendedAs: 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM' | null
  confirmDue: Date | null
  /** Came from an invitation, not from a request. */
  invited: boolean
}

/** Everybody with access, suspended or invited, within what the given entities reach; 'everything' is plan staff's. */
type Filter = {
  within: string[] | 'everything'
  entity?: string | undefined
  search?: string | undefined
  /** The only accounts that the search can mean, where they are few. */
  among?: string[] | undefined
  accountId?: string | undefined
  role?: Role | undefined
  /** Only running access to the entity itself, in one of these roles. */
  rolesAt?: readonly Role[] | undefined
  /** Only running access that has to be confirmed by then. */
  dueBefore?: Date | undefined
}

/** Access that is running, suspended, or waits for an invited person: what a list of people shows. */
const shown = sql`(g.state in ('ACTIVE', 'SUSPENDED') or (g.state = 'PENDING_APPROVAL' and r.path = 'INVITATION'))`

const confirmationDue = (before: Date) =>
  sql`(g.state = 'ACTIVE' and g.role <> 'SAA' and g.confirm_due_at <= ${before})`

const wordsOf = (search: string | undefined) => (search ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)

function matching({ within, entity, search, among, accountId, role, rolesAt, dueBefore }: Filter) {
  const inside = within === 'everything' ? sql`true` : isWithin(within)
  const exactly = entity ? isWithin([entity]) : sql`true`
  const whose = accountId ? sql`g.account_id = ${accountId}` : sql`true`
  const inRole = role ? sql`g.role = ${role}` : sql`true`
  const at = rolesAt ? sql`g.entity = ${entity} and g.state = 'ACTIVE' and g.role = any(${rolesAt}::text[])` : sql`true`
  const due = dueBefore ? confirmationDue(dueBefore) : sql`true`
  const found = wordsOf(search).map(
    (word) => sql`lower(a.first_name || ' ' || a.last_name || ' ' || a.email) like ${containing(word)}`,
  )
  const few = sql`(${among ?? null}::bigint[] is null or g.account_id = any(${among ?? null}::bigint[]))`
  if (found.length > 0) found.push(few)
  return sql.join([inside, exactly, whose, inRole, at, due, ...found], sql` and `)
}

/** Fewer letters are no trigram, which the index is made of. */
const INDEXED_LETTERS = 3
const FEW = 1000

/**
 * Whose name, address or user name has these words, found by the index. Nothing where they are many: then they are soon
 * met in the order of the list, or short of letters.
 */
export async function findFewNamed(db: Db, search: string | undefined): Promise<string[] | undefined> {
  const words = wordsOf(search).filter((word) => word.length >= INDEXED_LETTERS)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`${fewNamedBy(words, FEW)}`.execute(db)
  return rows.length < FEW ? rows.map(({ id }) => id) : undefined
}

/** Since when in this role. */
const heldSince = sql`case when g.activated_at is null then g.created_at else greatest(g.activated_at, g.role_since) end`

const columns = sql`g.id as "grantId", g.request_id as "requestId", a.id as "accountId", a.public_id as "publicId",
  a.first_name as "firstName", a.last_name as "lastName", a.email, a.state as "accountState", g.entity, g.role,
  g.permissions, g.state, ${heldSince} as since, a.last_sign_in_at as "lastSignIn",
  g.suspended_reason as "suspendedReason", g.suspended_as as "suspendedAs", g.confirm_due_at as "confirmDue",
  r.path = 'INVITATION' as invited`
const grants = sql`from access_grant g join account a on a.id = g.account_id join access_request r on r.id = g.request_id`

export type PeopleOrder = { sort?: (typeof PEOPLE_SORTS)[number] | undefined; descending?: boolean | undefined }

type Sort = (typeof PEOPLE_SORTS)[number]
const BY_NAME = sql`lower(a.last_name)`
const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  name: BY_NAME,
  // Highest first, as the roles are told everywhere.
  role: sql`array_position(array['SAA', 'AA', 'AU'], g.role)`,
  // As the list shows it: an account that is shut or not yet taken up comes before what is held.
  state: sql`case when a.state = 'ACTIVE' then g.state else a.state end`,
  lastSignIn: sql`coalesce(a.last_sign_in_at, '-infinity')`,
}
const ORDER_TYPES: Record<Sort, RawBuilder<unknown>> = {
  name: sql`text`,
  role: sql`int`,
  state: sql`text`,
  lastSignIn: sql`timestamptz`,
}
/** What is alike in the order asked for stands by name; no two stand in the same place. */
const WITHIN_ORDER = sql`${BY_NAME}, lower(a.first_name), g.entity, g.id`

/** Where a row stood when it was read: what it was sorted by, as text. */
export type Place = string[]
type PeoplePaging = PeopleOrder & { limit: number; offset?: number; after?: Place | undefined }
type ListedRow = PersonRow & { place: Place }

/** Where an index has the order, it is read from that place on; who stands before it is left out before their access is read. */
function isAfter({ sort = 'name', descending, after }: PeoplePaging) {
  if (!after) return sql`true`
  const there = sql`(${after}::text[])`
  const [own, its] = [ORDERS[sort], sql`${there}[1]::${ORDER_TYPES[sort]}`]
  return sql`${own} ${descending ? sql`<=` : sql`>=`} ${its}
    and (${own} <> ${its} or (${BY_NAME}, lower(a.first_name)) >= (${there}[2], ${there}[3]))
    and (${own} <> ${its} or (${WITHIN_ORDER}) > (${there}[2], ${there}[3], ${there}[4], ${there}[5]::bigint))`
}

export async function findPeople(db: Db, filter: Filter, page: PeoplePaging): Promise<ListedRow[]> {
  const order = ORDERS[page.sort ?? 'name']
  const { rows } = await sql<ListedRow>`
    select ${columns}, array[(${order})::text, ${BY_NAME}, lower(a.first_name), g.entity, g.id::text] as place
    ${grants} where ${shown} and ${matching(filter)} and ${isAfter(page)}
    order by ${order} ${direction(page)}, ${WITHIN_ORDER}
    limit ${page.limit} offset ${page.offset ?? 0}`.execute(db)
  return rows
}

/**
 * Every grant has its account and its request: unless names are asked for they are not looked up, but of what waits,
 * whether it is an invitation.
 */
export function countListed(db: Db, filter: Filter, seen: number): Promise<Counted> {
  if (filter.search?.trim()) return countMatching(db, sql`${grants} where ${shown} and ${matching(filter)}`, seen)
  return countMatching(
    db,
    sql`from (
      select 1 from access_grant g where g.state in ('ACTIVE', 'SUSPENDED') and ${matching(filter)}
      union all
      select 1 from access_grant g join access_request r on r.id = g.request_id
      where g.state = 'PENDING_APPROVAL' and r.path = 'INVITATION' and ${matching(filter)}) x`,
    seen,
  )
}

export type AccountGrantRow = PersonRow & {
  scopeKind: ScopeKind
  scopeId: string
  scopeName: string
  reason: string
  reference: string
  contract: ContractState
}

/** All an account holds or asked for, newest first; what was rejected or expired stays to be seen. */
export async function findAccountGrants(db: Db, accountId: string): Promise<AccountGrantRow[]> {
  const { rows } = await sql<AccountGrantRow>`
    select ${columns}, g.scope_kind as "scopeKind", coalesce(g.group_id, g.scope_id) as "scopeId",
      coalesce(g.suspended_reason, r.reason, '') as reason, r.reference,
      ${CONTRACT_STATE} as contract,
      coalesce(case when g.scope_kind = 'NPI' then (select p.name from provider p where p.npi = g.scope_id)
        when g.scope_kind = 'PO' and g.group_id is null
          then (select o.name from organization o where o.org_id = g.scope_id)
        else (select x.name from provider_group x where x.group_id = coalesce(g.group_id, g.scope_id)) end,
        g.scope_id) as "scopeName"
    ${grants} where g.account_id = ${accountId}
    order by g.id desc limit 200`.execute(db)
  return withShownNames(rows, 'scopeName')
}

export type PeopleCounts = { people: number; confirmDue: number }

/**
 * How many people and due confirmations each of these entities reaches; one that reaches none is left out. Only of what
 * waits it is looked up whether it is an invitation.
 */
export async function countPeople(db: Db, entities: string[], dueBefore: Date): Promise<Map<string, PeopleCounts>> {
  const isInvitation = sql`(select r.path from access_request r where r.id = g.request_id) = 'INVITATION'`
  const { rows } = await sql<PeopleCounts & { entity: string }>`
    select e.entity, c.people, c."confirmDue"
    from (select distinct unnest(${entities}::text[]) as entity) e cross join lateral (
      select count(*) as grants, count(*) filter (where case g.state when 'PENDING_APPROVAL' then ${isInvitation}
          else g.state in ('ACTIVE', 'SUSPENDED') end)::int as people,
        count(*) filter (where ${confirmationDue(dueBefore)})::int as "confirmDue"
      from access_grant g where g.entity = e.entity or g.reach @> array[e.entity]) c
    where c.grants > 0`.execute(db)
  return new Map(rows.map(({ entity, ...counts }) => [entity, counts]))
}

export type HistoryRow = {
  at: Date
  action: string
  details: Record<string, unknown>
  byName: string | null
  actorKind: string
}

/** What happened to an account, told only as far as it concerns the given entities; 'everything' is plan staff's. */
export async function findHistory(db: Db, accountId: string, within: string[] | 'everything'): Promise<HistoryRow[]> {
  const concerns =
    within === 'everything'
      ? sql`true`
      : sql`exists (select from access_grant g where g.account_id = ${accountId} and ${isWithin(within)}
          and (g.entity = e.details ->> 'entity' or g.request_id = e.request_id))`
  const { rows } = await sql<HistoryRow>`
    select e.at, e.action, e.details, e.actor_kind as "actorKind",
      case when b.kind = 'internal' then 'Provider Services' else b.first_name || ' ' || b.last_name end as "byName"
    from audit_event e left join account b on b.id = e.actor_account_id
    where e.subject_account_id = ${accountId} and (e.action like 'request.%' or e.action like 'grant.%' or e.action like 'account.%')
      and ${concerns}
    order by e.id desc limit 200`.execute(db)
  return rows
}

/** Somebody of this name and address who has access to the entity, or an invitation to it. */
export async function hasPersonAt(
  db: Db,
  entity: string,
  person: { firstName: string; lastName: string; email: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select ${grants}
      where g.entity = ${entity} and ${shown} and lower(a.email) = ${person.email.trim().toLowerCase()}
        and lower(a.first_name) = ${person.firstName.trim().toLowerCase()}
        and lower(a.last_name) = ${person.lastName.trim().toLowerCase()}) as found`.execute(db)
  return rows[0]?.found ?? false
}
