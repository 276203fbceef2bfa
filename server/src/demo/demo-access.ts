import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type { AccessRequestTable, AccountKind, Role, RosterChangeTable, ScopeKind } from '../platform/schema.ts'
import { askedProviders, DEMO_SUBSCRIBERS, queuedProviders } from './demo-people.ts'

/** Everybody in the demo signs in with it. */
export const DEMO_PASSWORD = 'Harborview1'

/** Answers of every demo account; case and spacing do not matter. */
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
  { username: 'demostaff', kind: 'internal', firstName: 'Stafford', lastName: 'Kingsley' },
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
  /** Who is asked for a yes, and the token of the link that was mailed. */
  signatory?: { firstName: string; lastName: string; email: string }
  link?: { purpose: 'REQUEST' | 'ACTIVATION'; token: string }
  /** The contract form came back and waits for plan staff. */
  contractCame?: true
  /** What this person has told the plan about a provider of theirs, and nobody has answered yet. */
  reported?: Pick<RosterChangeTable, 'npi' | 'kind' | 'details'>
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

const ofTidewater = { regType: 'PG', npi: '1400000026', scope: { kind: 'PG', id: 'PG1002' }, daysAgo: 60 } as const

export const demoRequests: readonly DemoRequest[] = [
  {
    ...ofTidewater,
    reference: 'DEMO-0001',
    username: 'demosaa',
    role: 'SAA',
    path: 'CONTRACT',
    state: 'ACTIVE',
    permissions: everything,
  },
  {
    ...ofTidewater,
    reference: 'DEMO-0002',
    username: 'demoaa',
    role: 'AA',
    path: 'APPROVAL',
    state: 'ACTIVE',
    permissions: officeWork,
    reported: {
      npi: queuedProviders.changed,
      kind: 'PHONE',
      details: 'The office has a new number since Monday: 508-555-0137.',
    },
  },
  {
    ...ofTidewater,
    reference: 'DEMO-0003',
    username: 'demoau',
    role: 'AU',
    path: 'APPROVAL',
    state: 'ACTIVE',
    permissions: frontDesk,
    daysAgo: 25,
  },
  {
    ...ofTidewater,
    reference: 'DEMO-0004',
    username: 'demoinvited',
    role: 'AU',
    path: 'INVITATION',
    state: 'PENDING_APPROVAL',
    permissions: frontDesk,
    daysAgo: 1,
    link: { purpose: 'ACTIVATION', token: DEMO_TOKENS.activation },
  },
  {
    reference: 'DEMO-0005',
    username: 'demosolo',
    role: 'SAA',
    regType: 'NPI',
    npi: '1400000018',
    path: 'SELF',
    validatedBy: 'ssn',
    state: 'ACTIVE',
    scope: { kind: 'NPI', id: '1400000018' },
    permissions: everything,
    daysAgo: 20,
  },
  {
    reference: 'DEMO-0006',
    username: 'demomerri',
    role: 'SAA',
    regType: 'PG',
    npi: '1300000027',
    path: 'CONTRACT',
    state: 'ACTIVE',
    scope: { kind: 'PG', id: 'PG1013' },
    permissions: everything,
    daysAgo: 90,
  },
  askOnBehalf(['Priscilla', 'Nakagawa'], {
    reference: 'DEMO-0007',
    username: 'demowait',
    npi: '1100000052',
    state: 'PENDING_PROVIDER',
    daysAgo: 3,
    link: { purpose: 'REQUEST', token: DEMO_TOKENS.pending },
  }),
  askOnBehalf(['Rosalind', 'Achebe'], {
    reference: 'DEMO-0008',
    username: 'demoopen',
    npi: askedProviders.open,
    state: 'PENDING_PROVIDER',
    daysAgo: 2,
    link: { purpose: 'REQUEST', token: DEMO_TOKENS.open },
  }),
  askOnBehalf(['Bartholomew', 'Lindgren'], {
    reference: 'DEMO-0009',
    username: 'demolate',
    npi: askedProviders.expired,
    state: 'EXPIRED',
    daysAgo: 40,
    link: { purpose: 'REQUEST', token: DEMO_TOKENS.expired },
  }),
  askOnBehalf(['Cordelia', 'Fonseca'], {
    reference: 'DEMO-0010',
    username: 'demodone',
    npi: askedProviders.decided,
    state: 'REJECTED',
    daysAgo: 12,
    link: { purpose: 'REQUEST', token: DEMO_TOKENS.decided },
  }),
  {
    reference: 'DEMO-0011',
    username: 'demopaper',
    role: 'SAA',
    regType: 'PG',
    npi: '1300000019',
    path: 'CONTRACT',
    state: 'PENDING_CONTRACT',
    scope: { kind: 'PG', id: 'PG1001' },
    permissions: everything,
    daysAgo: 4,
    contractCame: true,
  },
  {
    // Whoever was SAA there is gone, so that only plan staff can decide.
    reference: 'DEMO-0012',
    username: 'demonosaa',
    role: 'AU',
    regType: 'NPI',
    npi: queuedProviders.withoutSaa,
    path: 'APPROVAL',
    state: 'PENDING_APPROVAL',
    scope: { kind: 'NPI', id: queuedProviders.withoutSaa },
    permissions: frontDesk,
    daysAgo: 5,
  },
]

function askOnBehalf(
  [firstName, lastName]: [string, string],
  request: Pick<DemoRequest, 'reference' | 'username' | 'npi' | 'state' | 'daysAgo' | 'link'>,
): DemoRequest {
  return {
    ...request,
    role: 'SAA',
    regType: 'NPI',
    path: 'BEHALF',
    validatedBy: 'ssn',
    scope: { kind: 'NPI', id: request.npi },
    permissions: everything,
    signatory: { firstName, lastName, email: `${firstName}.${lastName}@practice.example`.toLowerCase() },
  }
}
