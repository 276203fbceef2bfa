import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { SourceKind } from './published-resources.ts'

export type Affected = { npis: string[]; locationIds: string[]; groupIds: string[] }

/** Providers at these locations, and the locations and groups of all these providers, whether published or not. */
export async function findAffected(db: Db, { npis, locationIds, groupIds }: Affected): Promise<Affected> {
  const atLocations = await findOfRows(db, sql`location_id = any(${locationIds})`)
  const all = [...new Set([...npis, ...atLocations.npis])]
  const ofProviders = await findOfRows(db, sql`npi = any(${all})`)
  return {
    npis: all,
    locationIds: [...new Set([...locationIds, ...ofProviders.locationIds])],
    groupIds: [...new Set([...groupIds, ...ofProviders.groupIds])],
  }
}

/** Providers and locations of these groups. */
export const findOfGroups = (db: Db, groupIds: readonly string[]): Promise<Affected> =>
  findOfRows(db, sql`group_id = any(${groupIds})`)

async function findOfRows(db: Db, condition: ReturnType<typeof sql>): Promise<Affected> {
  const { rows } = await sql<Affected>`
    select coalesce(array_agg(distinct npi), '{}') as npis, coalesce(array_agg(distinct location_id), '{}') as "locationIds",
      coalesce(array_agg(distinct group_id) filter (where group_id is not null), '{}') as "groupIds"
    from practice where ${condition}`.execute(db)
  return rows[0] ?? { npis: [], locationIds: [], groupIds: [] }
}

export async function findOrganizationsOf(db: Db, groupIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_group')
    .select('org_id')
    .distinct()
    .where('group_id', '=', sql<string>`any(${groupIds})`)
    .execute()
  return rows.map(({ org_id }) => org_id).filter((id) => id !== null)
}

/** Providers with a current row whose first day without them is in this period, both days included. */
export async function findNpisEndedBetween(db: Db, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select distinct npi from practice
    where ends_on between ${from}::date and ${to}::date and left_at is null order by npi`.execute(db)
  return rows.map(({ npi }) => npi)
}

/** Tables whose rows become resources, by kind of source. The plan is one source. */
const tables = {
  NPI: { table: 'practice', column: 'npi' },
  LOCATION: { table: 'practice_location', column: 'location_id' },
  GROUP: { table: 'provider_group', column: 'group_id' },
  ORGANIZATION: { table: 'organization', column: 'org_id' },
} as const

/** The next ids in order: of rows, and of resources whose row is gone. */
export async function findSourcesAfter(
  db: Db,
  kind: Exclude<SourceKind, 'PLAN'>,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { table, column } = tables[kind]
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select distinct ${sql.ref(column)} as id from ${sql.table(table)}
        where ${sql.ref(column)} > ${after} order by 1 limit ${limit})
      union
      (select distinct source_id from published_resource
        where source_kind = ${kind} and source_id > ${after} order by 1 limit ${limit})
    ) found order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
