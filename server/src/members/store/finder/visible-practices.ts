import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isPublished } from '../../../provider-directory/provider-directory.ts'

/** Rows of the directory that a member sees. */
export type Visible = {
  /** A day in the plan's time zone. */
  today: string
  /** Hides rows that were verified or loaded before. */
  hiddenBefore: Date | undefined
  /** The network of the chosen plan. Every network if left out. */
  networkId: string | undefined
}

/** True if members see `practice r`. */
export function isVisible({ today, hiddenBefore, networkId }: Visible): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (networkId !== undefined) conditions.push(sql`r.network_id = ${networkId}`)
  if (hiddenBefore) conditions.push(sql`coalesce(r.verified_at, r.loaded_at) >= ${hiddenBefore}::timestamptz`)
  // Last, because it looks up other tables.
  conditions.push(isPublished(today))
  return sql.join(conditions, sql` and `)
}

/** A provider at a location, in a group and a network. */
export type PracticeRow = {
  npi: string
  name: string
  groupName: string | null
  /** Names of the plans with this network. */
  plans: string[]
  specialty: string | null
  accepting: Database['practice']['accepting_new_patients']
  telehealth: boolean | null
  languages: string[]
  verifiedAt: Date | null
  loadedAt: Date
  locationId: string
  locationName: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  fax: string | null
  hours: string | null
  accessibility: string | null
}

/** The visible rows of these providers, by location. */
export async function findPractices(db: Db, visible: Visible, npis: readonly string[]): Promise<PracticeRow[]> {
  const { rows } = await sql<PracticeRow>`
    select r.npi, n.name, g.name as "groupName", r.specialty, r.accepting_new_patients as accepting, r.telehealth,
      r.languages, r.verified_at as "verifiedAt", r.loaded_at as "loadedAt", l.location_id as "locationId",
      l.name as "locationName", l.address_1 as address1, l.address_2 as address2, l.city, l.state, l.zip, l.phone, l.fax,
      l.hours, l.accessibility,
      array(select h.name from health_plan h where h.network_id = r.network_id and h.left_at is null order by h.name)
        as plans
    from practice r
    join network_listing n on n.npi = r.npi
    join practice_location l on l.location_id = r.location_id
    left join provider_group g on g.group_id = r.group_id
    where r.npi = any(${npis}::text[]) and ${isVisible(visible)}
    order by r.npi, l.name, l.location_id, g.name, r.id`.execute(db)
  return withShownNames(rows, 'name', 'groupName', 'locationName')
}
