import type { PEOPLE_SORTS } from '@portico/core/access/limits'
import type { ContractState } from '@portico/core/access/request-shapes'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { containing, countMatching, direction } from '#platform/database/paged-list.ts'
import type { AccountState, GrantState, Role, ScopeKind } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { CONTRACT_STATE } from './contract-state.ts'
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
  /** True if the grant comes from an invitation. */
  invited: boolean
}

/** Active, suspended and invited users within reach of the given entities. Only staff use 'everything'. */
type Filter = {
  within: string[] | 'everything'
  entity?: string | undefined
  search?: string | undefined
  /** The accounts that match the search, if they are few. */
  among?: string[] | undefined
  accountId?: string | undefined
  role?: Role | undefined
  /** Only active grants for the entity itself, in one of these roles. */
  rolesAt?: readonly Role[] | undefined
  /** Only active grants with a confirmation due by then. */
  dueBefore?: Date | undefined
}

/** Active and suspended grants, and open invitations. */
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

/** The index needs at least one trigram. */
const INDEXED_LETTERS = 3
const FEW = 1000

/**
 * Accounts that match these words, found by the index. Undefined if there are too many, or the words are too short.
 * Then a scan in list order soon finds matches.
 */
export async function findFewNamed(db: Db, search: string | undefined): Promise<string[] | undefined> {
  const words = wordsOf(search).filter((word) => word.length >= INDEXED_LETTERS)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`${fewNamedBy(words, FEW)}`.execute(db)
  return rows.length < FEW ? rows.map(({ id }) => id) : undefined
}

const roleSince = sql`case when g.activated_at is null then g.created_at else greatest(g.activated_at, g.role_since) end`

const columns = sql`g.id as "grantId", g.request_id as "requestId", a.id as "accountId", a.public_id as "publicId",
  a.first_name as "firstName", a.last_name as "lastName", a.email, a.state as "accountState", g.entity, g.role,
  g.permissions, g.state, ${roleSince} as since, a.last_sign_in_at as "lastSignIn",
  g.suspended_reason as "suspendedReason", g.suspended_as as "suspendedAs", g.confirm_due_at as "confirmDue",
  r.path = 'INVITATION' as invited`
const grants = sql`from access_grant g join account a on a.id = g.account_id join access_request r on r.id = g.request_id`

export type PeopleOrder = { sort?: (typeof PEOPLE_SORTS)[number] | undefined; descending?: boolean | undefined }

type Sort = (typeof PEOPLE_SORTS)[number]
const BY_NAME = sql`lower(a.last_name)`
const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  name: BY_NAME,
  // Highest first, as in every list.
  role: sql`array_position(array['SAA', 'AA', 'AU'], g.role)`,
  // As in the list: the state of an inactive account takes precedence over the state of its grant.
  state: sql`case when a.state = 'ACTIVE' then g.state else a.state end`,
  lastSignIn: sql`coalesce(a.last_sign_in_at, '-infinity')`,
}
const ORDER_TYPES: Record<Sort, RawBuilder<unknown>> = {
  name: sql`text`,
  role: sql`int`,
  state: sql`text`,
  lastSignIn: sql`timestamptz`,
}
/** Breaks ties by name, then by unique keys. */
const WITHIN_ORDER = sql`${BY_NAME}, lower(a.first_name), g.entity, g.id`

/** Sort key of a row when it was read, as text. */
export type Place = string[]
type PeoplePaging = PeopleOrder & { limit: number; offset?: number; after?: Place | undefined }
type ListedRow = PersonRow & { place: Place }

/**
 * Continues after a sort key. The leading conditions let an index start there and skip earlier users before it reads
 * their grants.
 */
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
 * Avoids joins unless the filter searches names. Only pending grants need their request, to tell whether it is an
 * invitation.
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

/** All grants of an account, newest first, including rejected and expired ones. */
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
 * Number of users and due confirmations within reach of each entity. Leaves out entities without any. Only pending
 * grants need their request, to tell whether it is an invitation.
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

/** Views of the whole account, whichever access they show. */
const VIEW_ACTS: readonly AuditAct[] = ['account.viewed', 'account.view-ended', 'account.unmasked']

/** Audit events of an account that concern the given entities. Only staff use 'everything'. */
export async function findHistory(db: Db, accountId: string, within: string[] | 'everything'): Promise<HistoryRow[]> {
  const concerns =
    within === 'everything'
      ? sql`true`
      : sql`exists (select from access_grant g where g.account_id = ${accountId} and ${isWithin(within)}
          and (g.entity = e.details ->> 'entity' or g.request_id = e.request_id or e.action = any(${VIEW_ACTS}::text[])))`
  const { rows } = await sql<HistoryRow>`
    select e.at, e.action, e.details, e.actor_kind as "actorKind",
      case when b.kind = 'internal' then 'Provider Services' else b.first_name || ' ' || b.last_name end as "byName"
    from audit_event e left join account b on b.id = e.actor_account_id
    where e.subject_account_id = ${accountId} and (e.action like 'request.%' or e.action like 'grant.%' or e.action like 'account.%')
      and ${concerns}
    order by e.id desc limit 200`.execute(db)
  return rows
}

/** True if a user with this name and address has access or an invitation to the entity. */
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
