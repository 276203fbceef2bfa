import { toSearchName } from '@portico/core/plan-data/search-name'
import type { RosterFilter, RosterGroup, RosterList, RosterQuery, RosterRow } from '@portico/core/plan-data/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { findAsOf } from './as-of.ts'
import { LOOKUP_PAGE_SIZE, PAGE_SIZE } from './page-sizes.ts'
import { findReach, firstByName, isReached, type Reach } from './reach.ts'

type Sql = RawBuilder<unknown>

/** How many of a provider's groups a row lists. */
const GROUPS_SHOWN_MAX = 10

/** Prefixes of the name's words or of the NPI, in any order, and the chosen group. */
function fits(query: RosterFilter): Sql {
  const starts = toSearchName(query.search ?? '')
    .split(' ')
    .filter(Boolean)
  const conditions = starts.map((start) => sql`(' ' || n.search_name || ' ' || n.npi) like ${`% ${start}%`}`)
  if (query.groupId)
    conditions.push(sql`n.npi in (select m.npi from group_member m where m.group_id = ${query.groupId})`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Address of the practice of `provider p`. */
const ADDRESS = sql`concat_ws(', ', p.address, p.city, p.state, left(p.postal_code, 5))`

/** Organization of `network_provider n`: the provider's own, or that of the first group. */
const ORGANIZATION = sql`(select o.name from organization o where o.org_id = coalesce(n.org_id, (
  select v.org_id from group_member m join provider_group v using (group_id)
  where m.npi = n.npi and v.org_id is not null order by v.group_id limit 1)))`

const SORTS = { address: sql`nullif(${ADDRESS}, '')`, organization: ORGANIZATION } as const

/** NPIs of one page with their places. The usual order comes from an index; any other sorts the whole roster. */
function pageOf(reach: Reach, { sort = 'name', descending = false, page = 0, ...filter }: RosterQuery): Sql {
  const offset = page * PAGE_SIZE
  const end = sql`limit ${PAGE_SIZE} offset ${offset}`
  if (sort === 'name' && !descending)
    return sql`
      select f.npi, row_number() over (order by f.name, f.npi) as place
      from (${firstByName(reach, fits(filter), offset + PAGE_SIZE)}) f order by place ${end}`
  const by = sort === 'name' ? sql`n.name` : SORTS[sort]
  return sql`
    select n.npi, row_number() over (order by ${by} ${descending ? sql`desc` : sql`asc`} nulls last, n.name, n.npi) as place
    from network_provider n join provider p on p.npi = n.npi
    where ${isReached(reach)} and n.name is not null and ${fits(filter)} order by place ${end}`
}

/** Rows of the chosen NPIs, in the order of their places. */
const rowsOf = (chosen: Sql, groupsMax: number | null) => sql<RosterRow>`
  select p.npi, p.name, ${ADDRESS} as address, coalesce(p.phone, '') as phone,
    coalesce(${ORGANIZATION}, '') as organization,
    array(select v.name from group_member m join provider_group v using (group_id)
          where m.npi = p.npi order by v.name limit ${groupsMax}) as groups,
    (select count(*)::int from group_member m where m.npi = p.npi) as "groupCount"
  from (${chosen}) c join provider p on p.npi = c.npi left join network_provider n on n.npi = p.npi
  order by c.place`

const showNames = (rows: RosterRow[]) => withShownNames(rows, 'name', 'organization', 'groups')

/** Providers covered by a user's ROSTER grants, with their practice address and groups. */
export async function findRoster(context: SignedIn, query: RosterQuery): Promise<RosterList> {
  const { db } = context
  const reach = await findReach(context, 'ROSTER')
  const [list, totals, asOf] = await readTogether([
    rowsOf(pageOf(reach, query), GROUPS_SHOWN_MAX).execute(db),
    sql<{ total: string }>`
      select count(*) as total from network_provider n
      where ${isReached(reach)} and n.name is not null and ${fits(query)}`.execute(db),
    findAsOf(db, 'network'),
  ])
  return { rows: showNames(list.rows), total: Number(totals.rows[0]?.total ?? 0), pageSize: PAGE_SIZE, ...asOf }
}

/** The next providers after the last one read, for an export. Coverage is checked each time. */
export const rosterAfter =
  (context: SignedIn, filter: RosterFilter) =>
  async (last: RosterRow | undefined, limit: number): Promise<RosterRow[]> => {
    const reach = await findReach(context, 'ROSTER')
    const { rows } = await rowsOf(
      sql`
        select n.npi, n.npi as place from network_provider n
        where ${isReached(reach)} and n.name is not null and ${fits(filter)} and n.npi > ${last?.npi ?? ''}
        order by n.npi limit ${limit}`,
      null,
    ).execute(context.db)
    return showNames(rows)
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
    limit ${LOOKUP_PAGE_SIZE}`.execute(context.db)
  return withShownNames(rows, 'name', 'organization')
}

export async function isOnRoster(context: SignedIn, npi: string): Promise<boolean> {
  return (await findReach(context, 'ROSTER', npi)).npis.length > 0
}
