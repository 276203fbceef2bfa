import { PROVIDERS_PAGE_SIZE } from '@portico/core/members/limits'
import type { City, ListedProvider, ProviderName } from '@portico/core/members/shapes'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { countMatching } from '../../platform/database/paged-list.ts'
import { withShownNames } from '../../platform/database/shown-names.ts'

/** Appended to a prefix, it sorts after every text with that prefix in byte order. */
const LAST_CHARACTER = '\u{10ffff}'
/** Must match the expression of the index network_listing_words. */
const words = sql`array_to_tsvector(string_to_array(l.search_name, ' '))`

export type ListingChoice = {
  codes?: string[] | undefined
  city?: string | undefined
  state?: string | undefined
  /** Prefixes of words in the name. Letters and digits only, so they cannot contain a tsquery operator. */
  starts: string[]
  npi?: string | undefined
}

function chosen({ codes, city, state, starts, npi }: ListingChoice): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (codes) conditions.push(sql`l.taxonomy_code = any(${codes}::text[])`)
  if (city) conditions.push(sql`l.city_key = lower(${city})`)
  if (state) conditions.push(sql`l.state = ${state}`)
  if (starts.length) conditions.push(sql`${words} @@ ${toQuery(starts)}::tsquery`)
  if (npi) conditions.push(sql`l.npi = ${npi}`)
  return sql.join(conditions, sql` and `)
}

const toQuery = (starts: string[]) => starts.map((start) => `'${start}':*`).join(' & ')

export type ListingRow = Omit<ListedProvider, 'specialty'> & { taxonomyCode: string }

export async function findListed(db: Db, choice: ListingChoice, page: number): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select f.npi, f.name, f.taxonomy_code as "taxonomyCode", f.address, f.city, f.state,
      f.postal_code as "postalCode", f.phone,
      array(select g.name from group_member m join provider_group g on g.group_id = m.group_id
            where m.npi = f.npi order by g.name limit 3) as practices
    from (select * from network_listing l where ${chosen(choice)} order by l.sort_name, l.npi
          limit ${PROVIDERS_PAGE_SIZE} offset ${page * PROVIDERS_PAGE_SIZE}) f
    order by f.sort_name, f.npi`.execute(db)
  return withShownNames(rows, 'name', 'practices')
}

export const countListed = (db: Db, choice: ListingChoice, page: number): Promise<Counted> =>
  countMatching(db, sql`from network_listing l where ${chosen(choice)}`, (page + 1) * PROVIDERS_PAGE_SIZE)

export async function findListedNames(db: Db, starts: string[], limit: number): Promise<ProviderName[]> {
  const { rows } = await sql<ProviderName>`
    select l.npi, l.name, l.city, l.state from network_listing l where ${chosen({ starts })}
    order by l.sort_name, l.npi limit ${limit}`.execute(db)
  return withShownNames(rows, 'name')
}

/** Cities with providers that start with `start`. Skips from city to city in the index. */
export async function findListedCities(db: Db, start: string, limit: number): Promise<City[]> {
  const from = start.trim().toLowerCase()
  const { rows } = await sql<City>`
    with recursive cities as (
      (select l.city, l.city_key, l.state from network_listing l
       where l.city_key >= ${from} and l.city_key < ${from + LAST_CHARACTER} and l.city_key > ''
       order by l.city_key, l.state limit 1)
      union all
      select next.* from cities c cross join lateral (
        select l.city, l.city_key, l.state from network_listing l
        where (l.city_key, l.state) > (c.city_key, c.state) and l.city_key < ${from + LAST_CHARACTER}
        order by l.city_key, l.state limit 1) next
    )
    select city, state from cities limit ${limit}`.execute(db)
  return rows
}

/** Skips from code to code in the index, so the cost grows with the result only. */
export async function findListedCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive codes as (
      (select taxonomy_code as code from network_listing order by taxonomy_code limit 1)
      union all
      select (select l.taxonomy_code from network_listing l where l.taxonomy_code > c.code order by l.taxonomy_code limit 1)
      from codes c where c.code is not null
    )
    select code from codes where code is not null`.execute(db)
  return rows.map((row) => row.code)
}
