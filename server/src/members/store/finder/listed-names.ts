import type { ProviderName } from '@portico/core/members/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isVisible, type Visible } from './visible-practices.ts'

/** Must match the expression of the index network_listing_words. */
const words = sql`array_to_tsvector(string_to_array(n.search_name, ' '))`

export type NameChoice = {
  /** Prefixes of words in the name. Letters and digits only, so they cannot contain a tsquery operator. */
  starts: string[]
  npi?: string | undefined
}

/** True if `network_listing n` has this name or NPI. */
export function matchesName({ starts, npi }: NameChoice): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (starts.length) conditions.push(sql`${words} @@ ${toQuery(starts)}::tsquery`)
  if (npi) conditions.push(sql`n.npi = ${npi}`)
  return sql.join(conditions, sql` and `)
}

const toQuery = (starts: string[]) => starts.map((start) => `'${start}':*`).join(' & ')

/** Names of visible providers, each with the city of one visible location. */
export async function findVisibleNames(
  db: Db,
  visible: Visible,
  { starts, limit }: { starts: string[]; limit: number },
): Promise<ProviderName[]> {
  const { rows } = await sql<ProviderName>`
    select f.npi, f.name, coalesce(place.city, '') as city, coalesce(place.state, '') as state
    from (
      select n.npi, n.name, n.sort_name from network_listing n
      where ${matchesName({ starts })} and exists (select from practice r where r.npi = n.npi and ${isVisible(visible)})
      order by n.sort_name, n.npi limit ${limit}) f
    cross join lateral (
      select l.city, l.state from practice r join practice_location l on l.location_id = r.location_id
      where r.npi = f.npi and ${isVisible(visible)} order by l.name, r.location_id limit 1) place
    order by f.sort_name, f.npi`.execute(db)
  return withShownNames(rows, 'name')
}
