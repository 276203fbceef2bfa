import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { north, south } from './small-plan.ts'

/** Locations and practices of the small plan, as the files would load them. */
export async function insertSmallDirectory(db: Kysely<Database>, at: Date): Promise<Record<string, string>> {
  const location = (location_id: string, name: string, phone: string) => ({
    location_id,
    name,
    address_1: '12 Harbor Street',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
    phone,
    hours: 'Mon-Fri 9-5',
    file_values: '{}',
    changed_at: at,
  })
  await db
    .insertInto('practice_location')
    .values([
      location('L-NORTH', 'North Family Practice', '9785550101'),
      location('L-SOLO', 'Solo Office', '9785550102'),
      location('L-SOUTH', 'South Clinic', '9785550103'),
    ])
    .execute()
  const [first, second] = north.npis.N1
  const practice = (npi: string, location_id: string, group_id: string | null) => ({
    npi,
    location_id,
    group_id,
    network_id: 'NET',
    specialty: '207Q00000X',
    accepting_new_patients: 'Y' as const,
    languages: ['en'],
    file_values: '{}',
    loaded_at: at,
    changed_at: at,
  })
  const rows = await db
    .insertInto('practice')
    .values([
      practice(first, 'L-NORTH', 'N1'),
      practice(second, 'L-NORTH', 'N1'),
      practice(north.solo, 'L-SOLO', null),
      practice(south.npis[0], 'L-SOUTH', 'S1'),
    ])
    .returning(['id', 'npi'])
    .execute()
  return Object.fromEntries(rows.map(({ id, npi }) => [npi, id]))
}
