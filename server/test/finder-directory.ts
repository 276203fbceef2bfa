import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

/** Today in these tests: March 2, 2026. */
const LOADED = new Date('2025-09-01T12:00:00Z')
const RECENT = new Date('2026-02-10T12:00:00Z')
const OLD = new Date('2025-11-01T12:00:00Z')

/** Miles from Salem: Lynn 5, Lowell 23, Worcester 50. Beverly and Boston have no coordinates. */
const locations = [
  { location_id: 'SALEM', city: 'Salem', zip: '01970', latitude: '42.52', longitude: '-70.89' },
  { location_id: 'LYNN', city: 'Lynn', zip: '01901-2044', latitude: '42.4668', longitude: '-70.9495' },
  { location_id: 'LOWELL', city: 'Lowell', zip: '01852', latitude: '42.6334', longitude: '-71.3162' },
  { location_id: 'WORC', city: 'Worcester', zip: '01608', latitude: '42.2626', longitude: '-71.8023' },
  { location_id: 'BEVERLY', city: 'Beverly', zip: '01915-1234' },
  { location_id: 'BOSTON', city: 'Boston', zip: '02139' },
] as const
type Place = (typeof locations)[number]['location_id'] | 'GONE'

const FAMILY = '207Q00000X'

type Given = {
  npi: string
  name: string
  at: Place[]
  specialty?: string
  accepting_new_patients?: 'Y' | 'N' | 'EXISTING'
  telehealth?: boolean
  languages?: string[]
  network_id?: string
  verified_at?: Date | null
  hidden?: 'DEACTIVATED' | 'LEFT' | 'SUPPRESSED' | 'UNPUBLISHED' | 'GONE' | 'ENDED' | 'OUTSIDE'
}

const providers: Given[] = [
  {
    npi: '1100000011',
    name: 'Ann Able',
    at: ['SALEM', 'LYNN', 'WORC'],
    accepting_new_patients: 'Y',
    telehealth: true,
    languages: ['en', 'es'],
  },
  {
    npi: '1100000029',
    name: 'Bob Baker',
    at: ['LYNN'],
    specialty: '207RC0000X',
    accepting_new_patients: 'N',
    telehealth: false,
    languages: ['en'],
  },
  {
    npi: '1100000037',
    name: 'Cora Cole',
    at: ['LOWELL'],
    specialty: `${FAMILY};2080P0202X`,
    accepting_new_patients: 'EXISTING',
    verified_at: OLD,
  },
  { npi: '1100000045', name: 'Dan Drew', at: ['WORC'], network_id: 'NET2' },
  { npi: '1100000052', name: 'Eve Early', at: ['BEVERLY'], verified_at: null },
  { npi: '1100000060', name: 'Fay Ford', at: ['BOSTON'] },
  ...(['DEACTIVATED', 'LEFT', 'SUPPRESSED', 'UNPUBLISHED', 'GONE', 'ENDED', 'OUTSIDE'] as const).map(
    (hidden, index): Given => ({
      npi: String(1_900_000_000 + index),
      name: `Canary ${hidden.toLowerCase()}`,
      at: [hidden === 'GONE' ? 'GONE' : 'SALEM'],
      accepting_new_patients: 'Y',
      telehealth: true,
      languages: ['en', 'es'],
      hidden,
    }),
  ),
]

export const HIDDEN_NPIS = providers.filter(({ hidden }) => hidden).map(({ npi }) => npi)
/** Text that no member may read. */
export const CANARIES = [
  'anary',
  '1 National Street',
  '9995550000',
  'office@canary.example',
  Buffer.from('777').toString('base64'),
]

async function insertPlaces(db: Kysely<Database>): Promise<void> {
  const about = {
    state: 'MA',
    phone: '9785550100',
    address_1: '12 Harbor Street',
    hours: 'Mon-Fri 9-5',
    fax: '9785550199',
  }
  for (const place of locations)
    await db
      .insertInto('practice_location')
      .values({ ...about, ...place, name: `${place.city} Office`, changed_at: LOADED })
      .execute()
  const gone = { location_id: 'GONE', name: 'Canary Office', zip: '01970', changed_at: LOADED, left_at: RECENT }
  await db.insertInto('practice_location').values(gone).execute()
  await db
    .insertInto('health_plan')
    .values([
      { plan_id: 'HMO', name: 'Harborview HMO', network_id: 'NET1', changed_at: LOADED },
      { plan_id: 'PPO', name: 'Harborview PPO', network_id: 'NET2', changed_at: LOADED },
      { plan_id: 'OLD', name: 'Canary plan', network_id: 'NET1', changed_at: LOADED, left_at: RECENT },
    ])
    .execute()
}

async function insertProvider(db: Kysely<Database>, given: Given): Promise<void> {
  const { npi, name, hidden } = given
  const [first_name = '', last_name = ''] = name.split(' ')
  const national = {
    address: '1 National Street',
    city: 'Canary',
    state: 'MA',
    postal_code: '02139',
    phone: '9995550000',
  }
  const found = {
    npi,
    entity_type: 1 as const,
    name,
    first_name,
    last_name,
    search_name: name.toLowerCase(),
    ...national,
  }
  await db
    .insertInto('provider')
    .values({ ...found, deactivated: hidden === 'DEACTIVATED' })
    .execute()
  if (hidden !== 'OUTSIDE')
    await db
      .insertInto('network_provider')
      .values({
        npi,
        provider_email: 'office@canary.example',
        tin_hash: Buffer.from('777'),
        left_at: hidden === 'LEFT' ? RECENT : null,
      })
      .execute()
  const { specialty = FAMILY, network_id = 'NET1', verified_at = RECENT, languages = [] } = given
  for (const location_id of given.at)
    await db
      .insertInto('practice')
      .values({
        npi,
        location_id,
        group_id: 'G1',
        network_id,
        specialty,
        languages,
        accepting_new_patients: given.accepting_new_patients ?? null,
        telehealth: given.telehealth ?? null,
        published: hidden !== 'UNPUBLISHED',
        ends_on: hidden === 'ENDED' ? '2026-03-02' : null,
        loaded_at: LOADED,
        changed_at: LOADED,
        verified_at,
      })
      .execute()
}

/** A directory to search: six providers that members find, and one for each reason not to. */
export async function insertFinderDirectory(db: Kysely<Database>, accountId: string): Promise<void> {
  await insertPlaces(db)
  await db.insertInto('provider_group').values({ group_id: 'G1', kind: 'PG', name: 'Salem Family' }).execute()
  for (const provider of providers) await insertProvider(db, provider)
  await db
    .insertInto('suppressed_provider')
    .values(
      providers
        .filter(({ hidden }) => hidden === 'SUPPRESSED')
        .map(({ npi }) => ({ npi, reason: 'Canary', suppressed_by: accountId, suppressed_at: RECENT })),
    )
    .execute()
  await db
    .insertInto('practice_change')
    .values({
      npi: '1100000011',
      location_id: 'SALEM',
      field: 'phone',
      value_after: JSON.stringify('9995550000'),
      source: 'PAGE',
      account_id: accountId,
      reported_at: RECENT,
      due_at: RECENT,
      state: 'WAITING',
    })
    .execute()
  await sql`select refresh_network_listing()`.execute(db)
}
