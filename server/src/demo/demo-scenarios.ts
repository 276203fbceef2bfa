import { PROVIDER_PATHS } from '@portico/core/constants'
import { DEMO_PASSWORD, DEMO_TOKENS } from './demo-access.ts'
import { askedProviders, type DemoProvider, demoClaims, demoGroups, demoProviders } from './demo-people.ts'

/** What the demo page shows: a card per provider, the accounts, and the links that were mailed. */
export type DemoFact = { label: string; value: string }
export type DemoScenario = { npi: string; who: string; see: string; facts: DemoFact[]; resettable: boolean }
export type DemoSignIn = {
  role: string
  username: string
  password: string
  area: 'providers' | 'members' | 'internal'
  who: string
}
export type DemoLink = { title: string; address: string; see: string; npi: string | undefined; facts: DemoFact[] }
export type DemoBook = { scenarios: DemoScenario[]; accounts: DemoSignIn[]; links: DemoLink[] }

/** The providers to try (behaviour 20.3), row by row. */
const scenarios: readonly [npi: string, who: string, see: string][] = [
  [
    '1100000011',
    'Physician, solo; SSN, TIN and claims on file',
    'Self by SSN, then the quiz, then success. On behalf: choose SSN, TIN or claims. With easyReg=Y: the contract.',
  ],
  ['1100000029', 'Physician, solo; TIN only', 'Self by TIN.'],
  [
    '1100000037',
    'Physician, solo; neither SSN nor TIN, claims on file',
    'Self: the message on the first screen. On behalf: validate by claim.',
  ],
  [
    '1100000045',
    'Physician, solo; SSN, too little a quiz could ask',
    'No quiz can be made: create the account and sign the contract.',
  ],
  [
    '1100000052',
    'Physician, solo; SSN, a pending on-behalf SAA request',
    "Who is Registering?: 'On behalf' warns of the pending request.",
  ],
  ['1200000010', 'Organization, no group', 'Straight to the account form, then the contract.'],
  ['1300000019', 'Physician in one provider group, no organization', 'Choose the single NPI or the group.'],
  [
    '1300000027',
    'Physician in an organization of five groups, one with an SAA (*)',
    'Choose the organization and its groups; open a provider list.',
  ],
  ['1400000018', 'Physician with an active SAA', 'Choose a role; replace the current SAA; ask for AA or AU access.'],
  [
    '1400000026',
    'Physician in a provider group with an active SAA',
    'Choose a role, then the level, then the permissions.',
  ],
  ['1500000017', 'Deactivated NPI', 'Refused on the first screen.'],
  ['1500000025', "Valid NPI, not in the plan's network", 'Refused on the first screen.'],
  ['1100000012', 'Wrong check digit', 'Refused on the first screen.'],
]

export const demoScenarios: DemoBook = {
  scenarios: scenarios.map(([npi, who, see]) => {
    const provider = demoProviders.find((candidate) => candidate.npi === npi)
    return { npi, who, see, facts: describeFacts(provider), resettable: provider?.network !== undefined }
  }),
  accounts: [
    signIn('Senior Access Administrator (SAA)', 'demosaa', 'providers', 'Sandra Ashgrove, Tidewater Family Practice'),
    signIn('Access Administrator (AA)', 'demoaa', 'providers', 'Anthony Bellweather, Tidewater Family Practice'),
    signIn(
      'Access User (AU)',
      'demoau',
      'providers',
      'Uma Carrington, Tidewater Family Practice: eligibility and claims',
    ),
    signIn('SAA of a single NPI', 'demosolo', 'providers', 'Gilbert Dunmore, NPI 1400000018'),
    signIn('SAA of a group in an organization', 'demomerri', 'providers', 'Meredith Eastlake, Haverhill Pediatrics'),
    signIn('Waiting for the provider', 'demowait', 'providers', 'Wallace Fairhaven, NPI 1100000052: status page only'),
    signIn('Plan staff', 'demostaff', 'internal', 'Stafford Kingsley'),
    signIn('Member', 'demomember', 'members', 'Subscriber N4100000101'),
  ],
  links: [
    requestLink(
      'Open request',
      DEMO_TOKENS.open,
      askedProviders.open,
      'The provider accepts, after a quiz, or rejects.',
    ),
    requestLink('Open request, warned about', DEMO_TOKENS.pending, '1100000052', 'The provider accepts or rejects.'),
    requestLink('Expired request', DEMO_TOKENS.expired, askedProviders.expired, 'Refused: the link has expired.'),
    requestLink('Decided request', DEMO_TOKENS.decided, askedProviders.decided, 'Refused: decided already.'),
    {
      title: 'Activation link',
      address: `${PROVIDER_PATHS.registration}?activateId=${DEMO_TOKENS.activation}`,
      see: 'An invited Access User completes the account.',
      npi: undefined,
      facts: [],
    },
  ],
}

function signIn(role: string, username: string, area: DemoSignIn['area'], who: string): DemoSignIn {
  return { role, username, password: DEMO_PASSWORD, area, who }
}

function requestLink(title: string, token: string, npi: string, see: string): DemoLink {
  const provider = demoProviders.find((candidate) => candidate.npi === npi)
  return { title, address: `${PROVIDER_PATHS.registration}?reqId=${token}`, see, npi, facts: describeFacts(provider) }
}

/** Everything step1 or the quiz may ask, so that a tester can pass as the provider. */
function describeFacts(provider: DemoProvider | undefined): DemoFact[] {
  if (!provider?.network) return []
  const { network } = provider
  const claims = demoClaims.filter((claim) => claim.npi === provider.npi)
  const groups = demoGroups.filter((group) => network.groupIds.includes(group.groupId))
  const facts: [label: string, value: string | undefined][] = [
    ['Name', provider.organizationName ?? `${provider.firstName} ${provider.lastName}`],
    ['SSN, last four', network.ssnLast4],
    ['TIN', network.tin],
    ['Claims', claims.map((claim) => `${claim.claimNumber} $${claim.billedAmount}`).join(', ')],
    [
      'Last claim',
      claims
        .map((claim) => claim.serviceDate)
        .sort()
        .at(-1),
    ],
    ['Contract since', network.contractDate],
    ['Region', network.region],
    ['Groups', groups.map((group) => group.name).join(', ')],
    ['Practice', `${provider.street}, ${provider.city} ${provider.postalCode}`],
    ['Licence', provider.licenseNumber && `${provider.licenseNumber} (MA)`],
    ['NPI since', provider.enumerationDate],
    ['Specialty', provider.specialty.title],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1])).map(([label, value]) => ({ label, value }))
}
