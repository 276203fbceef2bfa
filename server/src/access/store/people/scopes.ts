import { shownName } from '@portico/core/plan-data/shown-name'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { ScopeKind } from '#platform/database/schema.ts'

/** One requested scope. A PO with chosen groups has one scope per group: kind 'PO', the PO's id, and groupId. */
export type RequestedScope = { kind: ScopeKind; id: string; groupId?: string | undefined }

/** The entity that can have only one SAA, however its level was reached. The database computes the same value. */
export function entityOf(scope: RequestedScope): string {
  if (scope.kind === 'NPI') return `NPI:${scope.id}`
  if (scope.kind === 'PO') return scope.groupId ? `GROUP:${scope.groupId}` : `PO:${scope.id}`
  return `GROUP:${scope.id}`
}

/**
 * Serializes transactions on the same entities. The fixed order prevents deadlocks. Call it before any row lock of a
 * decision.
 */
export async function lockEntities(trx: Trx, entities: string[]): Promise<void> {
  const keys = [...new Set(entities)].sort().map((entity) => `entity:${entity}`)
  await runPrepared(trx, lockSql, [keys])
}

const lockSql = 'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) key'

export type ScopeFacts = { entity: string; coveredBy: string[]; kind: ScopeKind; id: string; name: string }

/** A scope as the wire has it. */
export function toScope({ entity, kind, id, name }: ScopeFacts) {
  return { entity, kind, id, name }
}

/** Each entity with its name and the entities whose grants reach it: itself, its groups, its organization. */
export async function findScopes(db: Db, entities: string[]): Promise<Map<string, ScopeFacts>> {
  if (entities.length === 0) return new Map()
  const rows = await runPrepared<ScopeRow>(db, scopesSql, [entities])
  return new Map(
    rows.map((row) => [
      row.entity,
      { entity: row.entity, kind: row.kind, id: row.id, name: shownName(row.name), coveredBy: row.covered_by },
    ]),
  )
}

type ScopeRow = { entity: string; kind: ScopeKind; id: string; name: string; covered_by: string[] }

const scopesSql = `
with wanted as (
  select distinct e as entity, split_part(e, ':', 1) as level, substr(e, strpos(e, ':') + 1) as id
  from unnest($1::text[]) e)
select w.entity, 'NPI' as kind, w.id, coalesce(p.name, 'NPI ' || w.id) as name,
  array(select e from covering_entities(w.id) e) as covered_by
from wanted w left join provider p on p.npi = w.id
where w.level = 'NPI'
union all
select w.entity, g.kind, w.id, g.name, array_remove(array[w.entity, 'PO:' || g.org_id], null)
from wanted w join provider_group g on g.group_id = w.id where w.level = 'GROUP'
union all
select w.entity, 'PO', w.id, o.name, array[w.entity]
from wanted w join organization o on o.org_id = w.id where w.level = 'PO'`

/**
 * True if grant `g` is within reach of these entities: the entities themselves, the groups of an organization, the NPIs
 * of a group or organization. Each grant stores the entities above it in `reach`.
 */
export const isWithin = (entities: string[]) =>
  sql`(g.entity = any(${entities}::text[]) or g.reach && ${entities}::text[])`

const RECENT = 2000

/** Repairs `reach` of recent grants, which can be stale if the network changed while they were created. */
export async function updateRecentReach(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_grant g set reach = now.reach
    from (select id, reach_of(scope_kind, scope_id, group_id) as reach
      from (select * from access_grant order by id desc limit ${RECENT}) recent) now
    where g.id = now.id and g.reach <> now.reach`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function findScope(db: Db, entity: string): Promise<ScopeFacts | undefined> {
  return (await findScopes(db, [entity])).get(entity)
}

/** The name of a grant's scope, or its id if the scope is gone. */
export async function findScopeName(db: Db, grant: { entity: string; scope_id: string }): Promise<string> {
  return (await findScope(db, grant.entity))?.name ?? grant.scope_id
}

/** False for an NPI that left the network, and for a group or organization without members. */
export async function isInNetwork(db: Db, entity: string): Promise<boolean> {
  const [level, id] = [entity.slice(0, entity.indexOf(':')), entity.slice(entity.indexOf(':') + 1)]
  const member = {
    NPI: sql`n.npi = ${id}`,
    GROUP: sql`n.npi in (select m.npi from group_member m where m.group_id = ${id})`,
    PO: sql`n.org_id = ${id} or n.npi in (
      select m.npi from group_member m join provider_group g using (group_id) where g.org_id = ${id})`,
  }[level]
  if (!member) return false
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from network_provider n where n.left_at is null and (${member})) as found`.execute(db)
  return rows[0]?.found ?? false
}
