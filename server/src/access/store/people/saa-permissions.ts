import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { findScopes } from './scopes.ts'

/**
 * Permissions of the active SAAs of an NPI, group or organization, by its bare id. An NPI without its own SAA uses
 * those of its groups and its organization.
 */
export async function findSaaPermissions(db: Db, entityId: string): Promise<string[][]> {
  const own = [`NPI:${entityId}`, `GROUP:${entityId}`, `PO:${entityId}`]
  const direct = await sql<{ permissions: string[] }>`
    select permissions from access_grant
    where role = 'SAA' and state = 'ACTIVE' and entity = any(${own}::text[])
    union all
    select permissions from access_grant
    where role = 'SAA' and state = 'ACTIVE' and scope_kind = 'PO' and scope_id = ${entityId} and group_id is not null`.execute(
    db,
  )
  if (direct.rows.length > 0) return direct.rows.map((row) => row.permissions)
  const reach = [...(await findScopes(db, own)).values()].flatMap((scope) => scope.coveredBy)
  const above = await db
    .selectFrom('access_grant')
    .select('permissions')
    .where('role', '=', 'SAA')
    .where('state', '=', 'ACTIVE')
    .where('entity', 'in', reach)
    .execute()
  return above.map((row) => row.permissions)
}
