import { brands } from '#platform/brands/brands.ts'
import type { CsvRow } from './csv-file.ts'
import type { DemoGroup, DemoProvider } from './demo-people.ts'
import type { DemoNetwork } from './network.ts'
import type { SeededRandom } from './random.ts'
import { streets, type Town, towns } from './word-lists.ts'

/** The files of the provider directory. Some values are missing, as in a plan's real files. */
export type DemoDirectory = { plans: CsvRow[]; locations: CsvRow[]; practices: CsvRow[] }

const PRODUCTS = [
  ['HMO', 'Choice HMO'],
  ['PPO', 'Select PPO'],
  ['SCO', 'Senior Care Options'],
] as const

/** Each brand has one network, with three products. */
export const demoNetworks: readonly { id: string; name: string }[] = brands.map(({ id, name }) => ({
  id: `${id.toUpperCase()}-NET`,
  name: `${name} Network`,
}))

function listPlans(): CsvRow[] {
  return brands.flatMap(({ id, wordmark }, index) =>
    PRODUCTS.map(([product, title]) => ({
      plan_id: `${id.toUpperCase()}-${product}`,
      name: `${wordmark[0]} ${title}`,
      product,
      network_id: demoNetworks[index]?.id,
      network_name: demoNetworks[index]?.name,
    })),
  )
}

export function generateDirectory(random: SeededRandom, { groups, providers }: DemoNetwork): DemoDirectory {
  const inNetwork = providers.filter(({ network }) => network)
  const offices = new Map(groups.map((group) => [group.groupId, generateOffices(random, group, inNetwork)]))
  const locations = [...offices.values()].flat()
  const practices: CsvRow[] = []
  for (const provider of inNetwork) {
    const groupIds = provider.network?.groupIds ?? []
    if (groupIds.length === 0) locations.push(describeOwnOffice(random, provider))
    const places = groupIds.length
      ? groupIds.flatMap((groupId) => choosePlaces(random, offices.get(groupId) ?? []).map((place) => [groupId, place]))
      : [[undefined, locations.at(-1)?.location_id]]
    for (const [groupId, locationId] of places)
      practices.push(...describePractice(random, provider, { group_id: groupId, location_id: locationId }))
  }
  return { plans: listPlans(), locations, practices }
}

/** A group has one to three offices in the towns of its providers. */
function generateOffices(random: SeededRandom, group: DemoGroup, providers: readonly DemoProvider[]): CsvRow[] {
  const member = providers.find(({ network }) => network?.groupIds.includes(group.groupId))
  const home = towns.find(({ city }) => city === member?.city) ?? random.pick(towns)
  const near = towns.filter(({ region }) => region === home.region)
  return Array.from({ length: random.between(1, 3) }, (_, index) => {
    const town = index === 0 ? home : random.pick(near)
    const name = index === 0 ? group.name : `${group.name}, ${town.city}`
    const street = `${random.between(1, 480)} ${random.pick(streets)}`
    return describeOffice(random, { location_id: `L-${group.groupId}-${index + 1}`, name, address_1: street }, town)
  })
}

function describeOwnOffice(random: SeededRandom, provider: DemoProvider): CsvRow {
  const { npi, street, city, postalCode, phone } = provider
  const name = provider.organizationName ?? `${provider.firstName} ${provider.lastName}, ${provider.credential}`
  const town = towns.find((known) => known.city === city) ?? { city, postalCode }
  return describeOffice(random, { location_id: `L-${npi}`, name, address_1: street, phone: writePhone(phone) }, town)
}

const HOURS = [
  'Mon-Fri 8:00 am - 5:00 pm',
  'Mon-Fri 9:00 am - 6:00 pm',
  'Mon-Thu 8:00 am - 6:00 pm; Fri 8:00 am - 12:00 pm',
  'Mon-Fri 7:30 am - 4:30 pm; Sat 9:00 am - 12:00 pm',
]
const ACCESS = [
  'Wheelchair accessible; accessible parking',
  'Wheelchair accessible; elevator; accessible restroom',
  'Ramp at the side entrance',
]

/** One in ten has no hours, one in twenty no phone and some neither fax nor coordinates: the office is asked. */
function describeOffice(
  random: SeededRandom,
  known: CsvRow,
  town: Omit<Town, 'region' | 'at'> & Partial<Town>,
): CsvRow {
  const digits = (area: string) => writePhone(`${area}555${random.digits(4)}`)
  const [phone, fax] = [digits('508'), digits('774')]
  const [latitude, longitude] = town.at ?? []
  const shift = () => random.between(-150, 150) / 10_000
  const isPlaced = latitude !== undefined && longitude !== undefined && random.chance(0.92)
  return {
    phone: random.chance(0.95) ? phone : '',
    ...known,
    ...(random.chance(0.25) ? { address_2: `Suite ${random.between(100, 420)}` } : {}),
    city: town.city,
    state: 'MA',
    zip: town.postalCode,
    fax: random.chance(0.8) ? fax : '',
    hours: random.chance(0.9) ? random.pick(HOURS) : '',
    accessibility: random.chance(0.7) ? random.pick(ACCESS) : '',
    ...(isPlaced ? { latitude: (latitude + shift()).toFixed(6), longitude: (longitude + shift()).toFixed(6) } : {}),
  }
}

const writePhone = (digits: string): string => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`

/** One provider in six works in two offices of a group. */
function choosePlaces(random: SeededRandom, offices: readonly CsvRow[]): (string | undefined)[] {
  const first = random.pick(offices)
  const second = random.chance(0.16) ? random.pick(offices) : first
  return [...new Set([first.location_id, second.location_id])]
}

const LANGUAGES = ['es', 'pt', 'zh', 'vi', 'ht', 'fr', 'ru', 'ar', 'km', 'hi']
const UNPUBLISHED = 0.005

/** Everybody is in the first brand's network, and one in four in the others' too. */
function describePractice(random: SeededRandom, provider: DemoProvider, place: CsvRow): CsvRow[] {
  const languages = ['en', ...LANGUAGES.filter(() => random.chance(0.08))]
  const facts = {
    npi: provider.npi,
    ...place,
    specialty: random.chance(0.97) ? provider.specialty.code : '',
    accepting_new_patients: random.chance(0.95) ? random.pick(['Y', 'Y', 'Y', 'N', 'EXISTING', 'FAMILY']) : '',
    telehealth: random.chance(0.9) ? random.pick(['Y', 'N']) : '',
    languages: random.chance(0.9) ? languages.join(';') : '',
    published: random.chance(UNPUBLISHED) ? 'N' : 'Y',
  }
  const [first, ...others] = demoNetworks.map(({ id }) => id)
  const networks = [first, ...others.filter(() => random.chance(0.25))]
  return networks.map((network_id) => ({ ...facts, network_id }))
}
