import { DAY_MS } from '@portico/core/forms/calendar-day'
/** A provider as in the plan's and the national file: written by the generator and shown on the demo page. */
export type DemoProvider = {
  npi: string
  entityType: 1 | 2
  firstName?: string
  lastName?: string
  organizationName?: string
  credential?: string
  street: string
  city: string
  postalCode: string
  phone: string
  specialty: { code: string; title: string }
  licenseNumber?: string
  enumerationDate: string
  deactivationDate?: string
  /** Absent if not in the plan's network. */
  network?: {
    ssnLast4?: string
    tin?: string
    region?: string
    contractDate?: string
    email?: string
    groupIds: string[]
    orgId?: string
  }
}

export type DemoGroup = {
  groupId: string
  kind: 'PG' | 'IPA' | 'SG'
  name: string
  shortName: string
  orgId?: string
  /** The plan's address for the group itself. */
  email?: string
}
export type DemoOrganization = { orgId: string; name: string; email?: string }
export type DemoClaim = {
  claimNumber: string
  npi: string
  memberId: string
  billedAmount: string
  paidAmount: string
  serviceDate: string
  status: string
  denialReason?: string
  memberOwes?: string
}

export const family = { code: '207Q00000X', title: 'Family Medicine' }
export const internal = { code: '207R00000X', title: 'Internal Medicine' }
export const pediatrics = { code: '208000000X', title: 'Pediatrics' }
const cardiology = { code: '207RC0000X', title: 'Cardiovascular Disease' }

/** Groups of the fixed demo providers (behaviour 20.3). */
export const demoOrganizations: readonly DemoOrganization[] = [
  { orgId: 'PO101', name: 'Merrimack Physician Organization', email: 'contracts@merrimack.example' },
]
export const demoGroups: readonly DemoGroup[] = [
  {
    groupId: 'PG1001',
    kind: 'PG',
    name: 'Old Harbor Primary Care',
    shortName: 'Old Harbor',
    email: 'office@oldharbor.example',
  },
  { groupId: 'PG1002', kind: 'PG', name: 'Tidewater Family Practice', shortName: 'Tidewater' },
  { groupId: 'PG1011', kind: 'PG', name: 'Merrimack Valley Family Medicine', shortName: 'MVFM', orgId: 'PO101' },
  { groupId: 'PG1012', kind: 'PG', name: 'Andover Internal Medicine', shortName: 'Andover IM', orgId: 'PO101' },
  { groupId: 'PG1013', kind: 'PG', name: 'Haverhill Pediatrics', shortName: 'Haverhill Peds', orgId: 'PO101' },
  { groupId: 'IPA1014', kind: 'IPA', name: 'Lower Merrimack IPA', shortName: 'Lower Merrimack', orgId: 'PO101' },
  { groupId: 'SG1015', kind: 'SG', name: 'Lowell Specialty Associates', shortName: 'Lowell SG', orgId: 'PO101' },
]

/** Three more physicians with on-behalf requests: one open, one expired, one decided. */
export const askedProviders = { open: '1600000016', expired: '1600000024', decided: '1600000032' }

/** Generated physicians at the start of the staff queues; no scenario uses them. */
export const queuedProviders = { withoutSaa: '1900139654', locked: '1900139860', changed: '1900000070' }

/** A table as text: one row per line, cells separated by bars. */
export const readTable = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

/** NPI, name, practice, specialty, license, NPI since; in the network: PLAN_FACTS, groups. */
const PHYSICIANS = readTable(`
1100000011|Eleanor Whitlock|12 Lighthouse Road, Salem, 01970|family|MA204417|2006-05-23|North Shore|2014-03-01|4321|041234567|eleanor.whitlock@practice.example
1100000029|Marcus Delacroix|88 Foundry Street, Worcester, 01608|internal|MA218830|2008-09-12|Central|2016-07-01||042345678
1100000037|Ingrid Solberg|5 Quarry Lane, Quincy, 02169|cardiology|MA231194|2010-02-17|South Shore|2018-01-01
1100000045|Tomas Aldana|41 Willow Avenue, Pittsfield, 01201|family|MA240072|2012-11-05|||5678
1100000052|Priscilla Nakagawa|230 Beacon Street, Boston, 02114|internal|MA225561|2007-08-30|Boston|2015-10-01|6789
1300000019|Desmond Achterberg|17 Ferry Road, Weymouth, 02188|family|MA212908|2006-10-02|South Shore|2013-09-01|1357|||PG1001
1300000027|Amara Whitfield|9 Spruce Drive, Lowell, 01852|family|MA228746|2009-06-18|Merrimack Valley|2016-02-01|2468|||PG1011
1400000018|Leopold Vasarely|60 Chestnut Street, Springfield, 01103|cardiology|MA209315|2006-07-27|Pioneer Valley|2012-04-01|8642
1400000026|Harriet Okonjo|150 Bayview Road, Hyannis, 02601|pediatrics|MA233057|2011-03-21|Cape Cod|2019-06-01|9753|||PG1002
1500000025|Sylvester Brandywine|71 Granite Avenue, Fall River, 02720|internal|MA219984|2008-01-16
1600000016|Rosalind Achebe|33 Orchard Lane, Framingham, 01702|family|MA236610|2012-05-09|Metro West|2018-11-01|3141
1600000024|Bartholomew Lindgren|208 Prospect Street, Fitchburg, 01420|internal|MA214473|2007-03-13|Central|2015-01-01|2718
1600000032|Cordelia Fonseca|4 Sandpiper Way, Plymouth, 02360|pediatrics|MA227329|2009-12-01|South Shore|2017-08-01|1618|||`)

const specialties = new Map(Object.entries({ family, internal, pediatrics, cardiology }))
const PLAN_FACTS = ['region', 'contractDate', 'ssnLast4', 'tin', 'email'] as const

function readPhysician(cells: string[]): DemoProvider {
  const [npi = '', name = '', home = '', field = '', licenseNumber = '', enumerationDate = '', ...plan] = cells
  const [firstName = '', lastName = ''] = name.split(' ')
  const [street = '', city = '', postalCode = ''] = home.split(', ')
  const facts = PLAN_FACTS.map((fact, index) => [fact, plan[index] ?? '']).filter(([, value]) => value)
  const groupIds = plan[PLAN_FACTS.length]?.split(' ').filter(Boolean) ?? []
  const orgId = demoGroups.find((group) => groupIds.includes(group.groupId))?.orgId
  return {
    npi,
    entityType: 1,
    firstName,
    lastName,
    credential: 'M.D.',
    street,
    city,
    postalCode,
    phone: `617555${npi.slice(-5, -1)}`,
    specialty: specialties.get(field) ?? family,
    licenseNumber,
    enumerationDate,
    ...(plan.length > 0 ? { network: { ...Object.fromEntries(facts), groupIds, ...(orgId ? { orgId } : {}) } } : {}),
  }
}

const imagingCenter: DemoProvider = {
  npi: '1200000010',
  entityType: 2,
  organizationName: 'Seaside Imaging Center',
  street: '300 Harbor Street',
  city: 'Gloucester',
  postalCode: '01930',
  phone: '9785550110',
  specialty: { code: '261QR0200X', title: 'Radiology Clinic/Center' },
  enumerationDate: '2009-04-14',
  network: { tin: '043456789', region: 'North Shore', contractDate: '2017-05-01', groupIds: [] },
}
const gone = readPhysician(['1500000017', '', '', 'family', '', '2006-11-08'])
const deactivated = { ...gone, deactivationDate: '2019-02-15' }

export const demoProviders: readonly DemoProvider[] = [
  ...PHYSICIANS.map(readPhysician),
  imagingCenter,
  deactivated,
].sort((one, other) => Number(one.npi) - Number(other.npi))

/** The first members are fixed too: the demo claims are theirs, and the demo member signs in as the first. */
export const DEMO_SUBSCRIBERS = ['N4100000101', 'R4100000201', '80041000301', '4100H000401'] as const

const [first, second, third, fourth] = DEMO_SUBSCRIBERS

/** Days are relative to the day the demo is loaded: a quiz asks about the last twelve months. */
const knownClaims: readonly [npi: string, memberId: string, billed: string, daysAgo: number][] = [
  ['1100000011', first, '125.00', 43],
  ['1100000011', second, '80.50', 115],
  ['1100000037', first, '210.00', 66],
  ['1100000037', third, '64.75', 140],
  ['1100000029', second, '142.30', 24],
  ['1100000029', fourth, '98.00', 162],
  ['1100000052', third, '187.25', 29],
  ['1100000052', first, '55.00', 199],
  ['1300000019', fourth, '133.40', 80],
  ['1300000019', first, '71.20', 219],
  ['1300000027', second, '164.90', 10],
  ['1300000027', third, '112.60', 93],
  ['1400000018', first, '320.00', 52],
  ['1400000018', fourth, '245.80', 119],
  ['1400000026', second, '92.45', 17],
  ['1400000026', third, '138.00', 87],
  [askedProviders.open, first, '118.75', 38],
  [askedProviders.open, third, '76.10', 155],
  [askedProviders.expired, second, '103.35', 73],
  [askedProviders.expired, fourth, '88.85', 183],
  [askedProviders.decided, third, '151.05', 107],
  [askedProviders.decided, first, '67.95', 232],
]

export const demoClaims = (now: Date): DemoClaim[] =>
  knownClaims.map(([npi, memberId, billed, daysAgo], index) => ({
    claimNumber: `HV${String(index + 1).padStart(10, '0')}`,
    npi,
    memberId,
    billedAmount: billed,
    paidAmount: (Number(billed) * 0.8).toFixed(2),
    serviceDate: new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10),
    status: 'PAID',
  }))
