import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'

/** Held until the transaction ends. False if another process publishes. */
export async function lockPublication(db: Trx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(72640, 1) as held`.execute(db)
  return rows[0]?.held === true
}

export type SnapshotResource = { type: string; id: string; text: string; lastUpdated: Date; networks: string[] }

/** The next resources in the order of type and id. Their text is what the files contain. */
export async function findResourcesAfter(
  db: Db,
  { type, id }: { type: string; id: string },
  limit: number,
): Promise<SnapshotResource[]> {
  const { rows } = await sql<SnapshotResource>`
    select type, id, resource::text as text, last_updated as "lastUpdated", networks from published_resource
    where (type, id) > (${type}::text, ${id}::text) order by type, id limit ${limit}`.execute(db)
  return rows
}

/** True if the plan has loaded its directory. */
export async function hasPractice(db: Db): Promise<boolean> {
  const { rows } = await sql`select from practice limit 1`.execute(db)
  return rows.length > 0
}

/** Published providers in the order of their numbers, with the time of the last change of their resources. */
export async function findProvidersAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ npi: string; lastUpdated: Date }[]> {
  const { rows } = await sql<{ npi: string; lastUpdated: Date }>`
    select source_id as npi, max(last_updated) as "lastUpdated" from published_resource
    where source_kind = 'NPI' and source_id > ${after}
    group by source_id order by source_id limit ${limit}`.execute(db)
  return rows
}

export async function findGroupNames(db: Db, groupIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select group_id as id, name from provider_group where group_id = any(${groupIds})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Providers whom plan staff withhold, without these. */
export async function findSuppressedExcept(db: Db, known: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select npi from suppressed_provider where npi <> all(${known}::text[]) order by npi`.execute(db)
  return rows.map(({ npi }) => npi)
}
