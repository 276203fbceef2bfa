import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { SeededRandom } from '../../src/demo/generate/random.ts'
import { isLongForm } from '../long-form.ts'

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
  '@SUM(1+1)*cmd|x!A0',
  '+1-800; drop table practice; --',
  '<script>alert(1)</script>&amp;',
  '<img src=x onerror=alert(1)>{{7*7}}<%= 7*7 %>',
  'line one\r\nline two\ttab\u0001\u001f\u007f\u0085',
  '\u00a0\u2003\u3000\ufeff',
  '👩‍⚕️ Dr. 🏥',
  'half of a pair: \ud83c, \udfe5',
  'مستشفى الأمل \u202eevil\u202c',
  '東京内科クリニック',
  'Ñandú–O’Brien-Łukasz, Jr.',
  'Zalgo Z\u0351\u036b\u0343a\u0316\u0308',
  '   leading and trailing   ',
  '../../etc/passwd?x=1#y%00',
  '{"resourceType":"Patient","id":"x"}',
  'A'.repeat(2000),
  '-',
  '.',
  '0',
]
const CODES = ['207Q00000X', '261QP2300X', '999999999X', 'not a code', ';;', '363LF0000X; 101YM0800X', 'constructor']
const LANGUAGES = [['en'], ['en', 'es'], ['pt-BR'], ['zh-Hant']]
const HOURS = ['Mon-Fri 8:00 am - 5:00 pm', 'by appointment', 'Mon 9-5', 'Fri-Mon 8:00-9:00', 'Mon 25:00-26:00']

/** Longer than any index of the database could hold. */
const LONGEST = Array.from({ length: 20_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
).join('')

/** Columns that can be empty. Row n of a set lacks those whose bit is set in n, so that a set has each combination. */
const LOCATION_TEXTS = [
  'address_1',
  'address_2',
  'city',
  'state',
  'zip',
  'phone',
  'fax',
  'hours',
  'accessibility',
] as const
const LOCATIONS = 2 ** LOCATION_TEXTS.length
const PRACTICE_COLUMNS = 7
/** `npm run soak` takes more rows than `npm test`. */
const HOSTILE_ROWS = isLongForm ? 2_000 : 600

const lacks = (row: number, column: number): boolean => ((row >> column) & 1) === 1
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)

class HostileText {
  readonly random: SeededRandom
  constructor(seed: number) {
    this.random = new SeededRandom(seed)
  }
  text = (): string => (this.random.chance(0.5) ? this.random.pick(HOSTILE) : `Name ${this.random.between(1, 9999)}`)
  maybe = (): string | null => (this.random.chance(0.1) ? null : this.text())
}

/** Each combination of empty columns, and a few locations that lack a name or left. */
function hostileLocations({ random, text, maybe }: HostileText, now: Date): Row<'practice_location'>[] {
  const usual = { state: 'MA', zip: '01970-1234', accessibility: 'ADA compliant;mobility; ;ramp' }
  const row = (index: number) => {
    const texts = LOCATION_TEXTS.map((column, at) => {
      const common = column === 'hours' ? random.pick(HOURS) : (usual[column as keyof typeof usual] ?? text())
      return [column, lacks(index, at) ? null : random.chance(0.5) ? common : text()]
    })
    return location(`L${index}${text()}`.slice(0, 200), now, {
      ...Object.fromEntries(texts),
      name: text(),
      ...(random.chance(0.5) ? { latitude: '42.519540', longitude: '-70.896716' } : {}),
    })
  }
  return [
    ...numbered(LOCATIONS).map(row),
    ...numbered(40).map((index) => ({
      ...row(LOCATIONS + index),
      name: maybe(),
      left_at: random.chance(0.5) ? now : null,
    })),
    location('LONGEST', now, {
      name: LONGEST,
      address_1: LONGEST,
      phone: LONGEST,
      hours: LONGEST,
      accessibility: LONGEST,
    }),
  ]
}

const hostileProviders = ({ random, text, maybe }: HostileText): ProviderFacts[] =>
  numbered(HOSTILE_ROWS / 2).map((index) => ({
    npi: String(1_000_000_000 + index),
    entity_type: random.pick([1, 1, 1, 2, null]),
    name: text(),
    first_name: lacks(index, 0) ? null : text(),
    credential: lacks(index, 1) ? null : random.chance(0.5) ? random.pick(['MD', 'M.D.', 'phd', 'DDS']) : text(),
    last_name: maybe(),
  }))

type Owners = { npis: string[]; locations: string[]; groups: string[] }

/** The first rows are one for each location, so that each is published. */
function hostilePractices({ random }: HostileText, now: Date, { npis, locations, groups }: Owners): Row<'practice'>[] {
  const rows = new Map<string, Row<'practice'>>()
  for (let index = 0; rows.size < HOSTILE_ROWS; index++) {
    const given = <Value>(column: number, value: Value) => (lacks(index % 2 ** PRACTICE_COLUMNS, column) ? null : value)
    const row = practice(random.pick(npis), locations[index] ?? random.pick(locations), now, {
      group_id: given(0, random.pick(groups)),
      network_id: given(1, random.pick(['A', 'A', 'B/2', 'GONE'])),
      specialty: given(2, random.pick(CODES)),
      accepting_new_patients: given(3, random.pick(['Y', 'N', 'EXISTING', 'FAMILY'] as const)),
      telehealth: given(4, random.chance(0.5)),
      languages: given(5, random.pick(LANGUAGES)) ?? [],
      ends_on: given(6, random.pick(['2099-03-01', '2099-03-01', '2020-01-01'])),
      published: !random.chance(0.02),
    })
    rows.set(JSON.stringify([row.npi, row.location_id, row.group_id, row.network_id]), row)
  }
  return [...rows.values()]
}

/**
 * Rows that an import could leave behind, and worse, drawn from a seed: 60 groups in 12 organizations, and rows of
 * providers, of which some are organizations, with each combination of empty columns.
 */
export async function insertHostileDirectory(db: Kysely<Database>, now: Date, seed = 37): Promise<void> {
  const hostile = new HostileText(seed)
  const { random, text } = hostile
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
  const locations = hostileLocations(hostile, now)
  await db.insertInto('practice_location').values(locations).execute()
  const providers = hostileProviders(hostile)
  await insertProviders(db, providers)
  const owners = {
    npis: providers.map(({ npi }) => npi),
    locations: locations.map(({ location_id }) => location_id),
    groups: groups.map(({ group_id }) => group_id),
  }
  await db
    .insertInto('practice')
    .values(hostilePractices(hostile, now, owners))
    .execute()
}
