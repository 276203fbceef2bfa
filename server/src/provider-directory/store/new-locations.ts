import { sql } from 'kysely'
import type { Trx } from '#platform/context.ts'
import type { LocationRow } from './practices.ts'
import { isInScope, type Scope } from './scope.ts'

/** A location that an office adds, without an id. */
export type GivenLocation = Omit<LocationRow, 'location_id' | 'version'>

export type SameLocation = {
  /** The first of the given locations with the same street, phone and name. */
  first: number
  /** The current location with these. */
  locationId: string | null
}

/** What each of the locations is the same as, so that providers who move together share one. */
export async function findSameLocations(trx: Trx, given: readonly GivenLocation[]): Promise<SameLocation[]> {
  if (given.length === 0) return []
  const rows = given.map((location, at) => ({ ...location, at }))
  const found = await sql<SameLocation>`
    select min(g.at) over (partition by g.zip, lower(g.address_1), lower(coalesce(g.address_2, '')), lower(g.city), g.state,
        g.phone, lower(coalesce(g.name, ''))) as first,
      (select l.location_id from practice_location l
        where l.zip = g.zip and l.left_at is null and lower(l.address_1) = lower(g.address_1)
          and lower(coalesce(l.address_2, '')) = lower(coalesce(g.address_2, ''))
          and lower(l.city) = lower(g.city) and l.state = g.state and l.phone = g.phone
          and lower(coalesce(l.name, '')) = lower(coalesce(g.name, ''))
        order by l.location_id limit 1) as "locationId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (at int, name text, address_1 text, address_2 text,
      city text, state text, zip text, phone text)
    order by g.at`.execute(trx)
  return found.rows
}

export async function insertLocations(
  trx: Trx,
  rows: readonly (GivenLocation & { location_id: string })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into practice_location (location_id, name, address_1, address_2, city, state, zip, phone, fax, hours,
      accessibility, changed_at)
    select location_id, name, address_1, address_2, city, state, zip, phone, fax, hours, accessibility,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (location_id text, name text, address_1 text,
      address_2 text, city text, state text, zip text, phone text, fax text, hours text, accessibility text)`.execute(
    trx,
  )
}

/** A provider who will practice at a location, like an example row if one is given. */
export type NewPractice = { npi: string; locationId: string; likeId: string | null }

/**
 * Adds each provider at a location, in the groups and networks of the example row, or of all current rows in the scope.
 * A provider without any row is added without a network.
 */
export async function insertPractices(
  trx: Trx,
  wanted: readonly NewPractice[],
  { scope, now }: { scope: Scope | undefined; now: Date },
): Promise<void> {
  const groupId = scope && scope.kind !== 'NPI' && scope.kind !== 'PO' ? scope.id : null
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted.map((practice, at) => ({ ...practice, at })))}::jsonb)
        as g (at int, npi text, "locationId" text, "likeId" bigint)),
    example as (
      select distinct on (g.at, r.group_id, r.network_id) g.at, r.group_id, r.network_id, r.specialty,
        r.accepting_new_patients, r.telehealth, r.languages
      from given g join practice r on r.npi = g.npi and r.left_at is null
        and (r.id = g."likeId" or (g."likeId" is null and ${scope ? isInScope(scope) : sql`true`}))
      order by g.at, r.group_id, r.network_id, r.id),
    wanted as (
      select g.npi, g."locationId", e.* from given g join example e on e.at = g.at
      union all
      select g.npi, g."locationId", g.at, ${groupId}::text, null, null, null, null, '{}' from given g
      where not exists (select from example e where e.at = g.at))
    insert into practice (npi, location_id, group_id, network_id, specialty, accepting_new_patients, telehealth,
      languages, loaded_at, changed_at)
    select distinct on (npi, "locationId", group_id, network_id) npi, "locationId", group_id, network_id, specialty,
      accepting_new_patients, telehealth, languages, ${now}::timestamptz, ${now}::timestamptz
    from wanted order by npi, "locationId", group_id, network_id, at
    on conflict (npi, location_id, group_id, network_id)
      do update set ends_on = null, left_at = null, version = practice.version + 1,
        changed_at = excluded.changed_at`.execute(trx)
}
