import type { Insertable, Kysely } from 'kysely'
import { SeededRandom } from '../../src/demo/generate/random.ts'
import type { Database } from '../../src/platform/database/schema.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

/** Two networks, of which one has no name, and a plan without a product. */
export async function insertPlans(db: Kysely<Database>, now: Date): Promise<void> {
  const row = { changed_at: now, network_name: null }
  await db
    .insertInto('health_plan')
    .values([
      {
        ...row,
        plan_id: 'HMO',
        name: 'Choice HMO',
        product: 'Commercial HMO',
        network_id: 'A',
        network_name: 'Choice',
      },
      { ...row, plan_id: 'PPO', name: 'Select PPO', product: 'House brand', network_id: 'A' },
      { ...row, plan_id: 'SCO', name: 'Senior Care', product: null, network_id: 'B/2' },
    ])
    .execute()
}

export type ProviderFacts = Partial<Row<'provider'>> & { npi: string }

/** Providers of the network, with the names that the national file has. */
export async function insertProviders(db: Kysely<Database>, providers: readonly ProviderFacts[]): Promise<void> {
  const rows = providers.map((facts) => ({ entity_type: 1, name: 'Ada Smith', last_name: 'Smith', ...facts }))
  await db.insertInto('provider').values(rows).execute()
  await db
    .insertInto('network_provider')
    .values(providers.map(({ npi }) => ({ npi })))
    .execute()
}

export const location = (
  location_id: string,
  now: Date,
  facts: Partial<Row<'practice_location'>> = {},
): Row<'practice_location'> => ({
  location_id,
  name: `Office ${location_id}`,
  address_1: '1 Main Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  changed_at: now,
  ...facts,
})

export const practice = (
  npi: string,
  location_id: string,
  now: Date,
  facts: Partial<Row<'practice'>> = {},
): Row<'practice'> => ({ npi, location_id, loaded_at: now, changed_at: now, ...facts })

const HOSTILE = [
  '"quoted" \\ \'single\' `back`',
  '=HYPERLINK("http://evil.example","x")',
  '+1-800; drop table practice; --',
  '<script>alert(1)</script>&amp;',
  'line one\r\nline two\ttab\u0001\u001f\u007f',
  '\u00a0\u2003\u3000\ufeff',
  '👩‍⚕️ Dr. 🏥',
  'مستشفى الأمل \u202eevil\u202c',
  '東京内科クリニック',
  'Ñandú–O’Brien-Łukasz, Jr.',
  '   leading and trailing   ',
  '../../etc/passwd?x=1#y%00',
  'A'.repeat(2000),
  '-',
  '.',
  '0',
]
const CODES = [
  '207Q00000X',
  '261QP2300X',
  '999999999X',
  'not a code',
  '',
  ';;',
  '363LF0000X; 101YM0800X',
  'constructor',
]
const LANGUAGES = [['en'], ['en', 'es'], ['pt-BR'], [], ['zh-Hant']]
const HOURS = ['Mon-Fri 8:00 am - 5:00 pm', 'by appointment', 'Mon 9-5', 'Fri-Mon 8:00-9:00', 'Mon 25:00-26:00', null]

/**
 * Rows that an import could leave behind, and worse: 400 locations, 60 groups in 12 organizations, and 2,000 rows of
 * about 700 providers, of which some are organizations.
 */
export async function insertHostileDirectory(db: Kysely<Database>, now: Date): Promise<void> {
  const random = new SeededRandom(37)
  const text = () => (random.chance(0.5) ? random.pick(HOSTILE) : `Name ${random.between(1, 9999)}`)
  const maybe = () => (random.chance(0.3) ? null : text())
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
  await insertPlans(db, now)
  const organizations = numbered(12).map((index) => ({ org_id: `O${index}/${text()}`.slice(0, 200), name: text() }))
  await db.insertInto('organization').values(organizations).execute()
  const groups = numbered(60).map((index) => ({
    group_id: `G${index} ${text()}`.slice(0, 200),
    kind: random.pick(['PG', 'IPA', 'SG'] as const),
    name: text(),
    org_id: random.chance(0.3) ? null : random.pick(organizations).org_id,
  }))
  await db.insertInto('provider_group').values(groups).execute()
  const locations = numbered(400).map((index) =>
    location(`L${index}${text()}`.slice(0, 200), now, {
      name: maybe(),
      address_1: maybe(),
      address_2: maybe(),
      city: maybe(),
      state: random.chance(0.5) ? 'MA' : maybe(),
      zip: random.chance(0.5) ? '01970-1234' : maybe(),
      phone: maybe(),
      fax: maybe(),
      hours: random.chance(0.5) ? random.pick(HOURS) : maybe(),
      accessibility: random.chance(0.3) ? 'ADA compliant;mobility; ;ramp' : maybe(),
      ...(random.chance(0.5) ? { latitude: '42.519540', longitude: '-70.896716' } : {}),
      left_at: random.chance(0.05) ? now : null,
    }),
  )
  for (const row of locations) await db.insertInto('practice_location').values(row).execute()
  const npis = numbered(700).map((index) => String(1_000_000_000 + index))
  await insertProviders(
    db,
    npis.map((npi) => ({
      npi,
      entity_type: random.pick([1, 1, 1, 2, null]),
      name: text(),
      first_name: maybe(),
      last_name: maybe(),
      credential: random.chance(0.5) ? random.pick(['MD', 'M.D.', 'phd', 'DDS']) : maybe(),
    })),
  )
  const seen = new Set<string>()
  while (seen.size < 2000) {
    const row = practice(random.pick(npis), random.pick(locations).location_id, now, {
      group_id: random.chance(0.3) ? null : random.pick(groups).group_id,
      network_id: random.pick(['A', 'B/2', 'GONE', null]),
      specialty: random.chance(0.2) ? null : random.pick(CODES),
      accepting_new_patients: random.pick(['Y', 'N', 'EXISTING', 'FAMILY', null] as const),
      telehealth: random.pick([true, false, null]),
      languages: random.pick(LANGUAGES),
      published: !random.chance(0.05),
      ends_on: random.pick([null, null, null, '2020-01-01', '2099-03-01']),
    })
    const key = JSON.stringify([row.npi, row.location_id, row.group_id, row.network_id])
    if (seen.has(key)) continue
    seen.add(key)
    await db.insertInto('practice').values(row).execute()
  }
}
