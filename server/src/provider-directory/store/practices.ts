import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'
import { isInScope, type Scope } from './scope.ts'

export type PracticeRow = {
  id: string
  npi: string
  location_id: string
  group_id: string | null
  network_id: string | null
  specialty: string | null
  accepting_new_patients: Database['practice']['accepting_new_patients']
  telehealth: boolean | null
  languages: string[]
  ends_on: string | null
  version: number
  verified_at: Date | null
}
export type LocationRow = {
  location_id: string
  name: string | null
  address_1: string | null
  address_2: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  fax: string | null
  hours: string | null
  accessibility: string | null
  version: number
}

const practiceColumns = sql`r.id, r.npi, r.location_id, r.group_id, r.network_id, r.specialty, r.accepting_new_patients,
  r.telehealth, r.languages, r.ends_on::text, r.version, r.verified_at`
const locationColumns = sql`l.location_id, l.name, l.address_1, l.address_2, l.city, l.state, l.zip, l.phone, l.fax,
  l.hours, l.accessibility, l.version`

/** Current rows of the file or of offices, within the scope if one is given. Locks them in the order of their ids. */
export async function lockPractices(trx: Trx, ids: string[], scope?: Scope): Promise<PracticeRow[]> {
  const { rows } = await sql<PracticeRow>`
    select ${practiceColumns} from practice r
    where r.id = any(${ids}::bigint[]) and r.left_at is null ${scope ? sql`and ${isInScope(scope)}` : sql``}
    order by r.id for update`.execute(trx)
  return rows
}

export async function lockLocations(trx: Trx, ids: string[]): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select ${locationColumns} from practice_location l
    where l.location_id = any(${ids}::text[]) and l.left_at is null order by l.location_id for update`.execute(trx)
  return rows
}

/** Pairs of provider and location in the scope. */
export async function findPlacesInScope(
  trx: Trx,
  places: { npi: string; location_id: string }[],
  scope: Scope,
): Promise<{ npi: string; location_id: string }[]> {
  const { rows } = await sql<{ npi: string; location_id: string }>`
    select distinct r.npi, r.location_id from practice r
    join unnest(${places.map(({ npi }) => npi)}::text[], ${places.map((place) => place.location_id)}::text[])
      as w (npi, location_id) on w.npi = r.npi and w.location_id = r.location_id
    where r.left_at is null and ${isInScope(scope)}`.execute(trx)
  return rows
}

/** States in which each of the providers practices now. */
export async function findStatesOf(trx: Trx, npis: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ npi: string; states: string[] }>`
    select r.npi, array_agg(distinct l.state) as states
    from practice r join practice_location l on l.location_id = r.location_id
    where r.npi = any(${npis}::text[]) and r.left_at is null and l.state is not null group by r.npi`.execute(trx)
  return new Map(rows.map(({ npi, states }) => [npi, states]))
}

export type PracticeColumns = Partial<Omit<PracticeRow, 'id' | 'npi' | 'location_id' | 'version' | 'verified_at'>>
export type LocationColumns = Partial<Omit<LocationRow, 'location_id' | 'version'>>
/** The columns to change in one row. */
export type RowUpdate<Columns> = { id: string; set: Columns }

/** Changes the given columns of each row in one statement. */
export async function updatePractices(trx: Trx, rows: RowUpdate<PracticeColumns>[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update practice r set (specialty, accepting_new_patients, telehealth, languages, ends_on) =
        (select n.specialty, n.accepting_new_patients, n.telehealth, n.languages, n.ends_on
         from jsonb_populate_record(r, w.set) n),
      version = r.version + 1, changed_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, set jsonb)
    where r.id = w.id`.execute(trx)
}

export async function updateLocations(trx: Trx, rows: RowUpdate<LocationColumns>[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update practice_location l
    set (name, address_1, address_2, city, state, zip, phone, fax, hours, accessibility) =
        (select n.name, n.address_1, n.address_2, n.city, n.state, n.zip, n.phone, n.fax, n.hours, n.accessibility
         from jsonb_populate_record(l, w.set) n),
      version = l.version + 1, changed_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id text, set jsonb)
    where l.location_id = w.id`.execute(trx)
}

/** Providers who practice at one of the locations. */
export async function findNpisAt(trx: Trx, locationIds: string[]): Promise<string[]> {
  if (locationIds.length === 0) return []
  const { rows } = await sql<{ npi: string }>`
    select distinct r.npi from practice r
    where r.location_id = any(${locationIds}::text[]) and r.left_at is null`.execute(trx)
  return rows.map(({ npi }) => npi)
}

/** Current rows without a lock. */
export async function findPractices(db: Db, ids: string[]): Promise<PracticeRow[]> {
  const { rows } = await sql<PracticeRow>`
    select ${practiceColumns} from practice r where r.id = any(${ids}::bigint[]) and r.left_at is null`.execute(db)
  return rows
}

export async function findLocations(db: Db, ids: string[]): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select ${locationColumns} from practice_location l
    where l.location_id = any(${ids}::text[]) and l.left_at is null`.execute(db)
  return rows
}

/** Ends the rows of a provider at a location that an office added. */
export async function endAddedPractices(
  trx: Trx,
  { npi, locationId, on, now }: { npi: string; locationId: string; on: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('practice')
    .set((row) => ({ ends_on: on, version: row('version', '+', 1), changed_at: now }))
    .where('npi', '=', npi)
    .where('location_id', '=', locationId)
    .where('file_values', 'is', null)
    .where('left_at', 'is', null)
    .execute()
}
