import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { ScopeKind } from '#platform/database/schema.ts'

/** What a ROSTER grant covers. A grant for one group of an organization has the group's scope. */
export type Scope = { kind: ScopeKind; id: string }

/**
 * True if the scope answers for `practice r`: all rows of a single NPI; for a group or an organization, the rows of its
 * providers that name this group or organization, or no group.
 */
export function isInScope({ kind, id }: Scope): RawBuilder<boolean> {
  const isInNetwork = sql`exists (select from network_provider n where n.npi = r.npi and n.left_at is null and not n.deactivated
    ${kind === 'PO' ? sql`and n.org_id = ${id}` : sql``})`
  if (kind === 'NPI') return sql`(r.npi = ${id} and ${isInNetwork})`
  if (kind === 'PO')
    return sql`(${isInNetwork} and (r.group_id is null
      or exists (select from provider_group g where g.group_id = r.group_id and g.org_id = ${id})))`
  return sql`(${isInNetwork} and (r.group_id is null or r.group_id = ${id})
    and exists (select from group_member m where m.npi = r.npi and m.group_id = ${id}))`
}

/** True if an active ROSTER grant of the account has this scope. */
export async function hasScope(db: Db, accountId: string, { kind, id }: Scope): Promise<boolean> {
  const { rows } = await sql`
    select from access_grant g
    where g.account_id = ${accountId} and g.state = 'ACTIVE' and 'ROSTER' = any(g.permissions)
      and ((g.scope_kind = ${kind} and g.scope_id = ${id} and g.group_id is null)
        or (g.scope_kind = 'PO' and ${kind} not in ('PO', 'NPI') and g.group_id = ${id}))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Those of the NPIs that the scope covers, with or without a practice. */
export async function findNpisInScope(db: Db, npis: string[], { kind, id }: Scope): Promise<string[]> {
  const isCovered =
    kind === 'NPI'
      ? sql`n.npi = ${id}`
      : kind === 'PO'
        ? sql`n.org_id = ${id}`
        : sql`exists (select from group_member m where m.npi = n.npi and m.group_id = ${id})`
  const { rows } = await sql<{ npi: string }>`
    select n.npi from network_provider n
    where n.npi = any(${npis}::text[]) and n.left_at is null and not n.deactivated and ${isCovered}`.execute(db)
  return rows.map(({ npi }) => npi)
}
