import { type RawBuilder, sql } from 'kysely'

/**
 * The NPIs an account's active grants cover with a permission, as a query with one column `npi`: the NPI itself, the
 * members of a group, the members of an organization's chosen group, or a whole organization. Providers who left the
 * network are not among them. Use it as `npi in (${coveredNpis(…)})`.
 */
export function coveredNpis(accountId: string, permission: string): RawBuilder<{ npi: string }> {
  const held = sql`g.account_id = ${accountId} and g.state = 'ACTIVE' and ${permission} = any(g.permissions)`
  return sql`
    select n.npi from access_grant g join network_provider n on n.npi = g.scope_id
      where ${held} and g.scope_kind = 'NPI' and n.left_at is null
    union
    select m.npi from access_grant g
      join group_member m on m.group_id = case when g.scope_kind = 'PO' then g.group_id else g.scope_id end
      join network_provider n on n.npi = m.npi
      where ${held} and g.scope_kind <> 'NPI' and n.left_at is null
    union
    select n.npi from access_grant g join network_provider n on n.org_id = g.scope_id
      where ${held} and g.scope_kind = 'PO' and g.group_id is null and n.left_at is null`
}
