import { DAY_MS } from '@portico/core/forms/calendar-day'
import { DEMO_SUBSCRIBERS, type DemoClaim, type DemoProvider, demoClaims } from './demo-people.ts'
import { randomDay } from './network.ts'
import type { SeededRandom } from './random.ts'
import { firstNames, lastNames, PLANS, SENIOR_PLAN } from './word-lists.ts'

export type DemoMember = {
  memberId: string
  subscriberId: string
  relationship: 'SELF' | 'SPOUSE' | 'CHILD'
  firstName: string
  lastName: string
  birthDate: string
  planName: string
  effectiveDate: string
  terminationDate?: string
  email?: string
  pcpNpi?: string
  copayOffice?: string
  deductible?: string
  deductibleMet?: string
}

const MEMBERS = 5000
const CLAIMS = 20_000

/** Families of subscribers and dependents. IDs use all formats that the plan has issued. */
export function generateMembers(random: SeededRandom): DemoMember[] {
  const members: DemoMember[] = []
  for (let family = 0; members.length < MEMBERS; family++) {
    const household = generateFamily(random, family)
    members.push(...(family === 0 ? showFamily(household) : household))
  }
  return members.slice(0, MEMBERS)
}

/** The demo member's family: a spouse and three children, of whom the subscriber sees the two minors. */
function showFamily([subscriber]: DemoMember[]): DemoMember[] {
  if (!subscriber) return []
  const base = subscriber.memberId.slice(0, -2)
  const relatives = [
    ['02', 'SPOUSE', 'Marisol', '1986-03-14'],
    ['03', 'CHILD', 'Theo', '2004-02-20'],
    ['04', 'CHILD', 'Juniper', '2013-09-30'],
    ['05', 'CHILD', 'Wren', '2018-04-12'],
  ] as const
  const { email: _own, ...shared } = subscriber
  return [
    subscriber,
    ...relatives.map(([end, relationship, firstName, birthDate]) => ({
      ...shared,
      memberId: `${base}${end}`,
      relationship,
      firstName,
      birthDate,
    })),
  ]
}

function generateFamily(random: SeededRandom, family: number): DemoMember[] {
  const fixed = DEMO_SUBSCRIBERS[family]
  const base = fixed?.slice(0, -2) ?? makeIdBase(random, family)
  const lastName = random.pick(lastNames)
  const isSenior = fixed === undefined && random.chance(0.15)
  const shared = {
    subscriberId: `${base}01`,
    lastName,
    planName: isSenior ? SENIOR_PLAN : random.pick(PLANS),
    effectiveDate: `${random.between(2015, 2024)}-01-01`,
    ...(fixed === undefined && random.chance(0.05) ? { terminationDate: '2025-06-30' } : {}),
  }
  const subscriber: DemoMember = {
    ...shared,
    memberId: `${base}01`,
    relationship: 'SELF',
    firstName: random.pick(firstNames),
    birthDate: isSenior ? randomDay(random, 1935, 1958) : randomDay(random, 1960, 1998),
    ...(random.chance(0.4) ? { email: `member${family}@mail.example` } : {}),
  }
  const relative = (end: string, relationship: 'SPOUSE' | 'CHILD', [from, to]: [number, number]): DemoMember => ({
    ...shared,
    memberId: `${base}${end}`,
    relationship,
    birthDate: randomDay(random, from, to),
    firstName: random.pick(firstNames),
  })
  const household = [subscriber]
  if (!isSenior && random.chance(0.55)) household.push(relative('02', 'SPOUSE', [1960, 1998]))
  const children = isSenior ? 0 : random.between(0, 3)
  for (let child = 0; child < children; child++) household.push(relative(`0${3 + child}`, 'CHILD', [2004, 2023]))
  return household
}

/** Nine characters: starting with N or R or with a letter in fifth place ('PP' forms), or digits only. */
function makeIdBase(random: SeededRandom, family: number): string {
  const number = String(42_000_000 + family)
  const form = random.between(0, 3)
  if (form === 0) return `N${number}`
  if (form === 1) return `R${number}`
  if (form === 2) return `${number.slice(0, 4)}${random.pick(['A', 'B', 'H', 'k'])}${number.slice(4)}`
  return `8${number}`
}

/** Visits of the demo member's family: months before `now`, patient, billed and paid in cents. */
const showVisits = [
  [1, '01', 18_500, 14_200],
  [1, '05', 9_600, null],
  [2, '04', 14_250, 11_400],
  [2, '02', 22_000, 17_600],
  [3, '01', 42_875, 36_100],
  [4, '05', 7_450, 7_450],
  [5, '03', 12_300, 9_840],
  [5, '01', 16_000, 0],
  [7, '04', 31_580, 25_260],
  [8, '01', 11_990, 9_590],
  [9, '05', 8_825, 8_825],
  [11, '01', 26_400, 21_120],
  [14, '04', 19_075, 15_260],
  [17, '01', 13_300, 10_640],
] as const

function describeShowVisits(billers: readonly DemoProvider[], subscriberId: string, now: Date): DemoClaim[] {
  const inDollars = (cents: number) => (cents / 100).toFixed(2)
  return showVisits.map(([monthsAgo, end, billed, paid], index) => ({
    claimNumber: `HV${String(200 + index).padStart(10, '0')}`,
    npi: billers[index * 7]?.npi ?? '',
    memberId: subscriberId.slice(0, -2) + end,
    billedAmount: inDollars(billed),
    paidAmount: paid === null ? '' : inDollars(paid),
    serviceDate: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 4 + index))
      .toISOString()
      .slice(0, 10),
    status: paid === null ? 'IN PROCESS' : paid === 0 ? 'DENIED' : 'PAID',
  }))
}

/** Claims of the last two years, up to the month before `now`, and the fixed ones. */
export function generateClaims(
  random: SeededRandom,
  providers: readonly DemoProvider[],
  members: readonly DemoMember[],
  now: Date,
): DemoClaim[] {
  const billers = providers.filter((provider) => provider.npi.startsWith('19'))
  const claims: DemoClaim[] = [...demoClaims(now), ...describeShowVisits(billers, DEMO_SUBSCRIBERS[0], now)]
  const lastDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)
  for (let number = 100_000; claims.length < CLAIMS; number++) {
    const billed = random.between(2_500, 90_000)
    const status = random.pick(['PAID', 'PAID', 'PAID', 'DENIED', 'IN PROCESS', 'PENDING'])
    claims.push({
      claimNumber: `HV${String(number).padStart(10, '0')}`,
      npi: random.pick(billers).npi,
      memberId: random.pick(members).memberId,
      billedAmount: (billed / 100).toFixed(2),
      paidAmount: status === 'PAID' ? ((billed * random.between(50, 95)) / 10_000).toFixed(2) : '',
      serviceDate: new Date(lastDay - random.between(0, 730) * DAY_MS).toISOString().slice(0, 10),
      status,
    })
  }
  return claims
}
