import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { GrantState, Role, ScopeKind } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'

export type GrantRow = {
  id: string
  entity: string
  scopeKind: ScopeKind
  scopeId: string
  groupId: string | null
  name: string
  organization: string | null
  role: Role
  permissions: string[]
  state: GrantState
  /** Start of the current role. */
  since: Date
}

/** Active, suspended and pending grants of an account, with the display names of their scopes. */
export async function findGrants(db: Db, accountId: string): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select g.id, g.entity, g.scope_kind as "scopeKind", g.scope_id as "scopeId", g.group_id as "groupId",
      coalesce(pg.name, o.name, p.name, g.scope_id) as name,
      case when g.group_id is not null then o.name end as organization,
      g.role, g.permissions, g.state, 
      case when g.activated_at is null then g.created_at else greatest(g.activated_at, g.role_since) end as since
    from access_grant g
    left join provider p on g.scope_kind = 'NPI' and p.npi = g.scope_id
    left join provider_group pg on pg.group_id = coalesce(g.group_id, case when g.scope_kind in ('PG', 'IPA', 'SG') then g.scope_id end)
    left join organization o on g.scope_kind = 'PO' and o.org_id = g.scope_id
    where g.account_id = ${accountId} and (g.state in ('ACTIVE', 'SUSPENDED') or g.state like 'PENDING%')
    order by name, g.id`.execute(db)
  return withShownNames(rows, 'name', 'organization')
}

export async function findPendingReferences(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('access_request')
    .select('reference')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.reference)
}

/** Time of the account's first sign-in. The audit trail keeps it permanently. */
export async function findFirstSignIn(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_event')
    .select('at')
    .where('actor_account_id', '=', accountId)
    .where('action', '=', 'session.started')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
