import { type RawBuilder, sql } from 'kysely'
import { IS_DEACTIVATED } from '../../../plan-data/plan-data.ts'

type Sql = RawBuilder<unknown>

/** A scope as SQL: parameters, or columns of a list of scopes. */
export type ScopeColumns = { kind: Sql; id: Sql }

const GROUP_KINDS = sql`('PG', 'IPA', 'SG')`

/** NPIs of the network that a scope covers. Unlike isInScope, it starts with the scope, so that indexes are used. */
export const coveredNpis = ({ kind, id }: ScopeColumns) => sql`
  select n.npi from network_provider n where ${kind} = 'NPI' and n.npi = ${id} and n.left_at is null and ${isActive}
  union all
  select n.npi from group_member m join network_provider n on n.npi = m.npi
  where ${kind} in ${GROUP_KINDS} and m.group_id = ${id} and n.left_at is null and ${isActive}
  union all
  select n.npi from cohort c join network_provider n on n.cohort_id = c.id
  where ${kind} = 'PO' and c.org_id = ${id} and n.left_at is null and ${isActive}`

const isActive = sql`not exists (select from provider p where p.npi = n.npi and ${sql.raw(IS_DEACTIVATED)})`

/** True if the scope answers for `practice r` of a covered provider: its group is the scope's, or it has none. */
export const isOfScope = ({ kind, id }: ScopeColumns) => sql`
  (r.group_id is null or ${kind} = 'NPI' or (${kind} in ${GROUP_KINDS} and r.group_id = ${id})
    or (${kind} = 'PO' and exists (select from provider_group g where g.group_id = r.group_id and g.org_id = ${id})))`

/** True if members see `practice r` at `practice_location l`, unless plan staff withhold the provider. */
export const isToVerify = (today: string) => sql`
  (r.left_at is null and r.published and (r.ends_on is null or r.ends_on > ${today}::date) and l.left_at is null)`

/** When the verification of `practice r` ends, or of its load, if it was never verified. */
export const dueAt = (days: number) =>
  sql`(coalesce(r.verified_at, r.loaded_at) + make_interval(hours => ${days * 24}))`

/** Scopes of the active ROSTER grants of an account. A grant for one group of an organization has the group's scope. */
export const scopesOf = (accountId: Sql) => sql`
  select distinct coalesce(v.kind, g.scope_kind) as kind, coalesce(g.group_id, g.scope_id) as id
  from access_grant g left join provider_group v on v.group_id = g.group_id
  where g.account_id = ${accountId} and g.state = 'ACTIVE' and 'ROSTER' = any(g.permissions)`
