import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { isPublished } from '../published.ts'
import {
  type Address,
  BLANKS,
  type PublishedGroup,
  type PublishedLocation,
  type PublishedOrganization,
  type PublishedPlan,
  type PublishedRow,
} from './published-row.ts'

/** True if the column has more than white space and control characters. */
const hasText = (column: string): RawBuilder<boolean> => sql`coalesce(${sql.ref(column)} ~ ${`[^${BLANKS}]`}, false)`

/** True if `practice_location l` has more of an address than its state. */
const hasAddress = sql`(${hasText('l.address_1')} or ${hasText('l.city')} or ${hasText('l.zip')})`

/**
 * The published rows that have what the profiles require: a name of the provider and of the location. A provider that
 * is an organization needs an address too.
 */
const publishedRows = (today: string) => sql`
  practice r
  join provider p on p.npi = r.npi
  join practice_location l on l.location_id = r.location_id and l.left_at is null and ${hasText('l.name')}
    and case when p.entity_type = 2 then ${hasText('p.name')} and ${hasAddress} else ${hasText('p.last_name')} end
  where ${isPublished(today)}`

/** True if the group of this id has a name and an address, that is, a published row at a location with an address. */
const groupIsPublished = (today: string, groupId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from provider_group g where g.group_id = ${groupId} and ${hasText('g.name')}
    and exists (select from ${publishedRows(today)} and r.group_id = g.group_id and ${hasAddress}))`

const networkIsPublished = sql`exists (
  select from health_plan h where h.network_id = r.network_id and h.left_at is null)`

const address = sql<Address>`json_build_object('address1', l.address_1, 'address2', l.address_2, 'city', l.city,
  'state', l.state, 'zip', l.zip)`

/** The published rows of these providers, in a stable order. */
export async function findPublishedRows(db: Db, today: string, npis: readonly string[]): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    with found as materialized (
      select r.*, p.entity_type, p.name, p.first_name, p.last_name, p.credential, ${address} as address,
        ${networkIsPublished} as network_is_published
      from ${publishedRows(today)} and r.npi = any(${npis})
    ), groups as materialized (
      select group_id, ${groupIsPublished(today, sql`named.group_id`)} as is_published
      from (select distinct group_id from found where group_id is not null) named
    )
    select f.npi, coalesce(f.entity_type = 2, false) as "isOrganization", f.name, f.first_name as "firstName",
      f.last_name as "lastName", f.credential, f.location_id as "locationId", f.group_id as "groupId",
      f.network_id as "networkId", f.specialty, f.accepting_new_patients as "acceptingNewPatients", f.telehealth,
      f.languages, f.ends_on as "endsOn", f.address, f.network_is_published as "networkIsPublished",
      coalesce(g.is_published, false) as "groupIsPublished"
    from found f left join groups g on g.group_id = f.group_id
    order by f.npi, f.location_id, f.group_id, f.network_id`.execute(db)
  return rows
}

/** Those of the locations that have a published row. */
export async function findPublishedLocations(
  db: Db,
  today: string,
  locationIds: readonly string[],
): Promise<PublishedLocation[]> {
  const { rows } = await sql<PublishedLocation>`
    with found as materialized (
      select l.location_id,
        case when count(*) = count(r.group_id) and min(r.group_id) = max(r.group_id) then min(r.group_id) end as group_id,
        array_remove(array_agg(distinct r.network_id) filter (where ${networkIsPublished}), null) as network_ids
      from ${publishedRows(today)} and r.location_id = any(${locationIds})
      group by l.location_id
    )
    select l.location_id as "locationId", l.name, ${address} as address, l.phone, l.fax, l.hours, l.accessibility,
      l.latitude::text, l.longitude::text, coalesce(f.network_ids, '{}') as "networkIds",
      case when ${groupIsPublished(today, sql`f.group_id`)} then f.group_id end as "onlyGroupId"
    from found f join practice_location l using (location_id)`.execute(db)
  return rows
}

const places = sql`json_agg(json_build_object('locationId', f.location_id, 'networkId', f.network_id,
  'address', f.address) order by f.location_id, f.network_id)`

/** Each location once per published network; rows of another network count as rows without one. */
const distinctPlaces = (today: string, owner: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select ${owner} as owner_id, l.location_id, case when ${networkIsPublished} then r.network_id end as network_id,
    ${address}::jsonb as address
  from ${publishedRows(today)} and ${condition}
  group by 1, l.location_id, 3`

/** Those of the groups that have a published row. Their address is checked by the mapping. */
export async function findPublishedGroups(
  db: Db,
  today: string,
  groupIds: readonly string[],
): Promise<PublishedGroup[]> {
  const { rows } = await sql<PublishedGroup>`
    with found as materialized (${distinctPlaces(today, sql`r.group_id`, sql`r.group_id = any(${groupIds})`)})
    select g.group_id as "groupId", g.name, ${places} as places,
      case when ${hasText('o.name')} then g.org_id end as "orgId"
    from found f join provider_group g on g.group_id = f.owner_id left join organization o on o.org_id = g.org_id
    group by g.group_id, o.org_id`.execute(db)
  return rows
}

/** Those of the organizations whose groups have a published row. */
export async function findPublishedOrganizations(
  db: Db,
  today: string,
  orgIds: readonly string[],
): Promise<PublishedOrganization[]> {
  const inGroups = sql`r.group_id in (
    select g.group_id from provider_group g where g.org_id = any(${orgIds}) and ${hasText('g.name')})`
  const owner = sql`(select g.org_id from provider_group g where g.group_id = r.group_id)`
  const { rows } = await sql<PublishedOrganization>`
    with found as materialized (${distinctPlaces(today, owner, inGroups)})
    select o.org_id as "orgId", o.name, ${places} as places
    from found f join organization o on o.org_id = f.owner_id
    group by o.org_id`.execute(db)
  return rows
}

export const findPublishedPlans = (db: Db): Promise<PublishedPlan[]> =>
  db
    .selectFrom('health_plan')
    .select(['plan_id as planId', 'name', 'product', 'network_id as networkId', 'network_name as networkName'])
    .where('left_at', 'is', null)
    .orderBy('plan_id')
    .execute()
