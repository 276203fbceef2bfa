import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { ChangeKind } from '@portico/core/plan-data/change-kinds'
import type { AccessRequestTable, AccountKind, Role, ScopeKind } from '#platform/database/schema.ts'
import { askedProviders, DEMO_SUBSCRIBERS, demoProviders, queuedProviders } from '../generate/demo-people.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Harborview1'

/** Security answers of every demo account; case and spacing do not matter. */
export const DEMO_ANSWERS = [
  { question: 'What was the name of your first pet?', answer: 'Biscuit' },
  { question: 'In what city were you born?', answer: 'Lowell' },
  { question: 'What was the name of your elementary school?', answer: 'Lincoln' },
] as const

export type DemoAccount = {
  /** Also the account's public id, so that a reset finds it again. */
  username: string
  kind: AccountKind
  firstName: string
  lastName: string
  memberId?: string
  /** Invited, with an activation link: no password yet. */
  invited?: boolean
  staffRole?: StaffRole
}

export const demoAccounts: readonly DemoAccount[] = [
  { username: 'demosaa', kind: 'provider', firstName: 'Sandra', lastName: 'Ashgrove' },
  { username: 'demoaa', kind: 'provider', firstName: 'Anthony', lastName: 'Bellweather' },
  { username: 'demoau', kind: 'provider', firstName: 'Uma', lastName: 'Carrington' },
  { username: 'demosolo', kind: 'provider', firstName: 'Gilbert', lastName: 'Dunmore' },
  { username: 'demomerri', kind: 'provider', firstName: 'Meredith', lastName: 'Eastlake' },
  { username: 'demowait', kind: 'provider', firstName: 'Wallace', lastName: 'Fairhaven' },
  { username: 'demoopen', kind: 'provider', firstName: 'Odette', lastName: 'Greenhalgh' },
  { username: 'demolate', kind: 'provider', firstName: 'Lionel', lastName: 'Hartwell' },
  { username: 'demodone', kind: 'provider', firstName: 'Dorothea', lastName: 'Ivanhoe' },
  { username: 'demoinvited', kind: 'provider', firstName: 'Imogen', lastName: 'Jellicoe', invited: true },
  { username: 'demopaper', kind: 'provider', firstName: 'Pauline', lastName: 'Larkspur' },
  { username: 'demonosaa', kind: 'provider', firstName: 'Quentin', lastName: 'Marlowe' },
  { username: 'demoleft', kind: 'provider', firstName: 'Roland', lastName: 'Rutherglen' },
  { username: 'demonext', kind: 'provider', firstName: 'Sylvie', lastName: 'Silverthorne' },
  { username: 'demostaff', kind: 'internal', firstName: 'Stafford', lastName: 'Kingsley', staffRole: 'ADMINISTRATOR' },
  { username: 'demoreview', kind: 'internal', firstName: 'Rosalind', lastName: 'Norwood', staffRole: 'REVIEWER' },
  { username: 'demoeditor', kind: 'internal', firstName: 'Edmund', lastName: 'Ogilvie', staffRole: 'EDITOR' },
  { username: 'demoaudit', kind: 'internal', firstName: 'Audrey', lastName: 'Pemberton', staffRole: 'AUDITOR' },
  { username: 'demosupport', kind: 'internal', firstName: 'Sylvia', lastName: 'Quimby', staffRole: 'SUPPORT' },
  { username: 'demomember', kind: 'member', firstName: '', lastName: '', memberId: DEMO_SUBSCRIBERS[0] },
]

export type DemoRequest = {
  reference: string
  username: string
  role: Role
  regType: 'NPI' | 'PG' | 'PO'
  npi: string
  path: AccessRequestTable['path']
  validatedBy?: 'ssn' | 'tin' | 'claim'
  state: AccessRequestTable['state']
  scope: { kind: ScopeKind; id: string }
  permissions: readonly string[]
  daysAgo: number
  /** Who is asked to approve, and the token of the mailed link. */
  signatory?: { firstName: string; lastName: string; email: string }
  link?: { purpose: 'REQUEST' | 'ACTIVATION'; token: string }
  /** Days until the access must be confirmed, if not the usual time. */
  confirmInDays?: number
  /** Pictures of the signed contract form were uploaded and wait for staff. */
  contractCame?: true
  /** A change that this person reported about one of their providers, not answered yet. */
  reported?: { npi: string; kind: ChangeKind; details: string }
}

const everything = PERMISSION_IDS
const officeWork = ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV']
const frontDesk = ['HOME', 'ELIG', 'CLAIM']

/** Fixed tokens, so that the demo page can offer the links. Real ones are random. */
export const DEMO_TOKENS = {
  pending: 'demo-pending-52-00000A',
  open: 'demo-open-request-000A',
  expired: 'demo-expired-link-000A',
  decided: 'demo-decided-link-000A',
  activation: 'demo-activation-00000A',
} as const

const ofNpi = (npi: string) => ({ regType: 'NPI', npi, scope: { kind: 'NPI', id: npi } }) as const
const ofGroup = (npi: string, id: string) => ({ regType: 'PG', npi, scope: { kind: 'PG', id } }) as const
const ofTidewater = { ...ofGroup('1400000026', 'PG1002'), daysAgo: 60 } as const

const ofPlymouth = { ...ofGroup('1900000849', 'PG2006'), daysAgo: 80 } as const

const asSaa = { role: 'SAA', path: 'CONTRACT', state: 'ACTIVE', permissions: everything } as const
const asAu = { role: 'AU', path: 'APPROVAL', state: 'ACTIVE', permissions: frontDesk } as const
const newNumber = 'The office has a new number since Monday: 508-555-0137.'
const reported = { npi: queuedProviders.changed, kind: 'PHONE', details: newNumber } as const
const activation = { purpose: 'ACTIVATION', token: DEMO_TOKENS.activation } as const
const asInvited = { ...asAu, path: 'INVITATION', state: 'PENDING_APPROVAL', link: activation } as const

const inOrder: readonly Omit<DemoRequest, 'reference'>[] = [
  { ...ofTidewater, ...asSaa, username: 'demosaa' },
  { ...ofTidewater, ...asAu, username: 'demoaa', role: 'AA', permissions: officeWork, reported },
  { ...ofTidewater, ...asAu, username: 'demoau', daysAgo: 25, confirmInDays: 21 },
  { ...ofTidewater, ...asInvited, username: 'demoinvited', daysAgo: 1 },
  { ...ofNpi('1400000018'), ...asSaa, username: 'demosolo', path: 'SELF', validatedBy: 'ssn', daysAgo: 20 },
  { ...ofGroup('1300000027', 'PG1013'), ...asSaa, username: 'demomerri', daysAgo: 90 },
  { ...onBehalf('demowait', '1100000052', 'pending'), state: 'PENDING_PROVIDER', daysAgo: 3 },
  { ...onBehalf('demoopen', askedProviders.open, 'open'), state: 'PENDING_PROVIDER', daysAgo: 2 },
  { ...onBehalf('demolate', askedProviders.expired, 'expired'), state: 'EXPIRED', daysAgo: 40 },
  { ...onBehalf('demodone', askedProviders.decided, 'decided'), state: 'REJECTED', daysAgo: 12 },
  {
    ...ofGroup('1300000019', 'PG1001'),
    ...asSaa,
    username: 'demopaper',
    state: 'PENDING_CONTRACT',
    daysAgo: 4,
    contractCame: true,
  },
  // The previous SAA is gone, so that only staff can decide.
  { ...ofNpi(queuedProviders.withoutSaa), ...asAu, username: 'demonosaa', state: 'PENDING_APPROVAL', daysAgo: 5 },
  { ...ofPlymouth, ...asSaa, username: 'demoleft' },
  { ...ofPlymouth, ...asAu, username: 'demonext', role: 'AA', permissions: officeWork },
]
export const demoRequests: readonly DemoRequest[] = inOrder.map((request, index) => ({
  ...request,
  reference: `DEMO-${String(index + 1).padStart(4, '0')}`,
}))

/** A request on behalf of a provider, who is sent a link to answer it. */
function onBehalf(username: string, npi: string, token: keyof typeof DEMO_TOKENS) {
  const { firstName = '', lastName = '' } = demoProviders.find((provider) => provider.npi === npi) ?? {}
  return {
    ...ofNpi(npi),
    ...asSaa,
    username,
    path: 'BEHALF',
    validatedBy: 'ssn',
    signatory: { firstName, lastName, email: `${firstName}.${lastName}@practice.example`.toLowerCase() },
    link: { purpose: 'REQUEST', token: DEMO_TOKENS[token] },
  } as const
}
