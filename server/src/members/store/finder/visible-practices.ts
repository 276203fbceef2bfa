import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isVisible, type Visible } from './visible.ts'

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
