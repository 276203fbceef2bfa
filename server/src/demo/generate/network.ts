import { completeNpi } from '@portico/core/plan-data/npi'
import {
  type DemoGroup,
  type DemoOrganization,
  type DemoProvider,
  demoGroups,
  demoOrganizations,
  demoProviders,
} from './demo-people.ts'
import type { SeededRandom } from './random.ts'
import { firstNames, lastNames, specialties, streets, type Town, towns } from './word-lists.ts'

export type DemoNetwork = { organizations: DemoOrganization[]; groups: DemoGroup[]; providers: DemoProvider[] }

const GROUPS = 60
const PROVIDERS = 2000

/** About 2,000 providers in 60 groups and 12 organizations, around the fixed ones (behaviour 20.3). */
export function generateNetwork(random: SeededRandom): DemoNetwork {
  const organizations: DemoOrganization[] = [...demoOrganizations, ...generateOrganizations(random)]
  const groups: DemoGroup[] = [...demoGroups, ...generateGroups(random, organizations)]
  const providers: DemoProvider[] = [...demoProviders]
  const groupTowns = new Map(groups.map((group) => [group.groupId, pickGroupTown(random, group)]))
  for (let index = 0; index < PROVIDERS; index++) providers.push(generateProvider(random, index, groups, groupTowns))
  return { organizations, groups, providers }
}

function generateOrganizations(random: SeededRandom): DemoOrganization[] {
  const kinds = ['Physician Organization', 'Provider Network', 'Medical Alliance']
  return organizationNames.map((name, index) => ({ orgId: `PO${102 + index}`, name: `${name} ${random.pick(kinds)}` }))
}

/** Eleven generated ones; the fixed one makes twelve. */
const organizationNames =
  'Bay State,Granite Coast,Pioneer,Old Colony,Blackstone,Nashoba,Wachusett,Mystic,Great Marsh,Buzzards Bay,Housatonic'.split(
    ',',
  )

function generateGroups(random: SeededRandom, organizations: DemoOrganization[]): DemoGroup[] {
  const groups: DemoGroup[] = []
  const taken = new Set<string>()
  for (let number = 2001; groups.length < GROUPS - demoGroups.length; number++) {
    const town = random.pick(towns)
    const draw = random.next()
    const kind = draw < 0.7 ? 'PG' : draw < 0.85 ? 'IPA' : 'SG'
    const name = `${town.city} ${random.pick(groupTitles[kind])}`
    if (taken.has(name)) continue
    taken.add(name)
    const group: DemoGroup = { groupId: `${kind}${number}`, kind, name, shortName: town.city }
    // Three of four groups belong to an organization other than the fixed one.
    if (random.chance(0.75)) group.orgId = random.pick(organizations.slice(1)).orgId
    groups.push(group)
  }
  return groups
}

const groupTitles = {
  PG: [
    'Family Physicians',
    'Primary Care',
    'Medical Group',
    'Pediatric Partners',
    'Internal Medicine',
    "Women's Health",
  ],
  IPA: ['Independent Practice Association', 'Physicians IPA'],
  SG: ['Specialty Group', 'Heart & Vascular', 'Orthopedic Specialists', 'Eye Associates'],
}

function pickGroupTown(random: SeededRandom, group: DemoGroup): Town {
  const onTheCape = towns.find((town) => town.region === 'Cape Cod')
  if (group.groupId === 'PG1002' && onTheCape) return onTheCape
  if (group.orgId === 'PO101') return random.pick(towns.filter((town) => town.region === 'Merrimack Valley'))
  return towns.find((town) => group.name.startsWith(town.city)) ?? random.pick(towns)
}

function generateProvider(
  random: SeededRandom,
  index: number,
  groups: DemoGroup[],
  groupTowns: Map<string, Town>,
): DemoProvider {
  const memberOf = chooseGroups(random, index, groups)
  const home = groupTowns.get(memberOf[0]?.groupId ?? '') ?? random.pick(towns)
  const isOrganization = memberOf.length === 0 && random.chance(0.3)
  const person = isOrganization ? describeFacility(random, home) : describePerson(random)
  const email = 'lastName' in person ? `${person.firstName}.${person.lastName}.${index}@practice.example` : undefined
  const orgId = memberOf.find((group) => group.orgId)?.orgId
  const address = {
    street: `${random.between(1, 480)} ${random.pick(streets)}`,
    city: home.city,
    postalCode: home.postalCode,
  }
  const phone = `508555${random.digits(4)}`
  const enumerationDate = randomDay(random, 2006, 2022)
  // A contract starts after the NPI.
  const contractedFrom = Math.max(2008, Number(enumerationDate.slice(0, 4)))
  return {
    npi: completeNpi(String(190_000_000 + index * 7)),
    ...person,
    ...address,
    phone,
    enumerationDate,
    network: {
      ...(!isOrganization && random.chance(0.85) ? { ssnLast4: random.digits(4) } : {}),
      ...(random.chance(0.7) ? { tin: `04${random.digits(7)}` } : {}),
      region: home.region,
      contractDate: `${random.between(contractedFrom, 2024)}-${String(random.between(1, 12)).padStart(2, '0')}-01`,
      ...(email && random.chance(0.3) ? { email: email.toLowerCase() } : {}),
      groupIds: memberOf.map((group) => group.groupId),
      ...(orgId ? { orgId } : {}),
    },
  }
}

/** One in eight works alone; some belong to two groups. Every group gets its first twelve providers in turn. */
function chooseGroups(random: SeededRandom, index: number, groups: DemoGroup[]): DemoGroup[] {
  if (index >= groups.length * 12 && random.chance(0.2)) return []
  const assigned = index < groups.length * 12 ? groups[index % groups.length] : undefined
  const first = assigned ?? random.pick(groups)
  if (!random.chance(0.1)) return [first]
  const second = random.pick(groups)
  return second === first ? [first] : [first, second]
}

function describePerson(random: SeededRandom) {
  const specialty = random.pick(specialties)
  return {
    entityType: 1 as const,
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    credential: specialty.credential,
    specialty,
    licenseNumber: `MA${random.between(100_000, 299_999)}`,
  }
}

const facilities = [
  { title: 'Urgent Care', code: '261QU0200X' },
  { title: 'Home Health Services', code: '251E00000X' },
  { title: 'Physical Therapy', code: '261QP2000X' },
  { title: 'Imaging Center', code: '261QR0200X' },
]

function describeFacility(random: SeededRandom, { city }: Town) {
  const { title, code } = random.pick(facilities)
  return {
    entityType: 2 as const,
    organizationName: `${city} ${random.pick(lastNames)} ${title}`,
    specialty: { code, title },
  }
}

export function randomDay(random: SeededRandom, fromYear: number, toYear: number): string {
  const day = new Date(Date.UTC(random.between(fromYear, toYear), random.between(0, 11), random.between(1, 28)))
  return day.toISOString().slice(0, 10)
}
