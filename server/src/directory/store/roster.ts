import { toSearchName } from '@portico/core/directory/search-name'
import type { RosterGroup, RosterList, RosterQuery, RosterRow } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import { readerOf, type SignedIn } from '../../platform/context.ts'
import { withShownNames } from '../../platform/database/shown-names.ts'
import { readTogether } from '../../platform/database/transaction.ts'
import { LOOKUP_PAGE_SIZE, PAGE_SIZE } from './page-sizes.ts'
import { findReach, firstByName, isReached } from './reach.ts'

/** How many of a provider's groups a row lists. */
const GROUPS_SHOWN_MAX = 10

/** Prefixes of the name's words or of the NPI, in any order, and the chosen group. */
function fits(query: RosterQuery): RawBuilder<unknown> {
  const starts = toSearchName(query.search ?? '')
    .split(' ')
    .filter(Boolean)
  const conditions = starts.map((start) => sql`(' ' || n.search_name || ' ' || n.npi) like ${`% ${start}%`}`)
  if (query.groupId)
    conditions.push(sql`n.npi in (select m.npi from group_member m where m.group_id = ${query.groupId})`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Providers covered by a user's ROSTER grants, with their practice address and groups. */
export async function findRoster(context: SignedIn, query: RosterQuery): Promise<RosterList> {
  const db = readerOf(context)
  const reach = await findReach(context, 'ROSTER')
  const offset = (query.page ?? 0) * PAGE_SIZE
  const [list, totals] = await readTogether([
    sql<RosterRow>`
      with mine as (
        select p.npi, f.name as sorted, p.name,
          concat_ws(', ', p.address, p.city, p.state, left(p.postal_code, 5)) as address, coalesce(p.phone, '') as phone
        from (
          select * from (${firstByName(reach, fits(query), offset + PAGE_SIZE)}) f
          order by f.name, f.npi limit ${PAGE_SIZE} offset ${offset}
        ) f join provider p on p.npi = f.npi)
      select mine.npi, mine.name, mine.address, mine.phone, coalesce((
          select o.name from organization o where o.org_id = coalesce(n.org_id, (
            select v.org_id from group_member m join provider_group v using (group_id)
            where m.npi = mine.npi and v.org_id is not null order by v.group_id limit 1))), '') as organization,
        array(select v.name from group_member m join provider_group v using (group_id)
              where m.npi = mine.npi order by v.name limit ${GROUPS_SHOWN_MAX}) as groups,
        (select count(*)::int from group_member m where m.npi = mine.npi) as "groupCount"
      from mine left join network_provider n on n.npi = mine.npi
      order by mine.sorted, mine.npi`.execute(db),
    sql<{ total: string }>`
      select count(*) as total from network_provider n
      where ${isReached(reach)} and n.name is not null and ${fits(query)}`.execute(db),
  ])
  return {
    rows: withShownNames(list.rows, 'name', 'organization', 'groups'),
    total: Number(totals.rows[0]?.total ?? 0),
    pageSize: PAGE_SIZE,
  }
}

/** Groups of a user's providers by organization, with how many of the user's providers each has. */
export async function findRosterGroups(context: SignedIn): Promise<RosterGroup[]> {
  const { cohorts, npis } = await findReach(context, 'ROSTER')
  const { rows } = await sql<RosterGroup>`
    with held as (
      -- One by one, by their keys: how many there are of each is not known beforehand, and all there are would be read.
      select unnest(c.groups) as group_id, n.providers from unnest(${cohorts}::int[]) mine (id)
      cross join lateral (select groups from cohort where id = mine.id offset 0) c
      cross join lateral (select count(*) as providers from network_provider where cohort_id = mine.id) n
      where n.providers > 0
      union all
      select m.group_id, 1 from group_member m where m.npi = any(${npis}::text[]))
    select v.group_id as id, v.name, coalesce(o.name, '') as organization, h.providers
    from (select group_id, sum(providers)::int as providers from held group by group_id) h
    cross join lateral (select * from provider_group g where g.group_id = h.group_id offset 0) v
    left join lateral (select name from organization where org_id = v.org_id offset 0) o on true
    order by o.name nulls last, v.name, v.group_id
    limit ${LOOKUP_PAGE_SIZE}`.execute(readerOf(context))
  return withShownNames(rows, 'name', 'organization')
}

export async function isOnRoster(context: SignedIn, npi: string): Promise<boolean> {
  return (await findReach(context, 'ROSTER', npi)).npis.length > 0
}
