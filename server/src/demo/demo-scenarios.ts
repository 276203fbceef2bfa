import { PROVIDER_PATHS } from '@portico/core/constants'
import type { DemoBook, DemoFact, DemoLink } from '@portico/core/demo-book'
import { askedProviders, type DemoProvider, demoClaims, demoProviders, readTable } from './generate/demo-people.ts'
import { DEMO_PASSWORD, DEMO_TOKENS, demoAccounts } from './seed/demo-access.ts'

/** The demo providers (behaviour 20.3): NPI, name, what they demonstrate. */
const SCENARIOS = readTable(`
1100000011|Physician, solo; SSN, TIN and claims on file|Self by SSN, then the quiz, then success. On behalf: choose SSN, TIN or claims. With easyReg=Y: the contract.
1100000029|Physician, solo; TIN only|Self by TIN.
1100000037|Physician, solo; neither SSN nor TIN, claims on file|Self: the message on the first screen. On behalf: validate by claim.
1100000045|Physician, solo; SSN, too little a quiz could ask|No quiz can be made: create the account and sign the contract.
1100000052|Physician, solo; SSN, a pending on-behalf SAA request|Who is Registering?: 'On behalf' warns of the pending request.
1200000010|Organization, no group|Straight to the account form, then the contract.
1300000019|Physician in one provider group, no organization|Choose the single NPI or the group.
1300000027|Physician in an organization of five groups, one with an SAA (*)|Choose the organization and its groups; open a provider list.
1400000018|Physician with an active SAA|Choose a role; replace the current SAA; ask for AA or AU access.
1400000026|Physician in a provider group with an active SAA|Choose a role, then the level, then the permissions.
1500000017|Deactivated NPI|Refused on the first screen.
1500000025|Valid NPI, not in the plan's network|Refused on the first screen.
1100000012|Wrong check digit|Refused on the first screen.`)

/** Role, user name, description. */
const ACCOUNTS = readTable(`
Senior Access Administrator (SAA)|demosaa|Sandra Ashgrove, Tidewater Family Practice
Access Administrator (AA)|demoaa|Anthony Bellweather, Tidewater Family Practice: named as successor of the SAA
Access User (AU)|demoau|Uma Carrington, Tidewater Family Practice: eligibility and claims
Successor who takes over as SAA soon|demonext|Sylvie Silverthorne, Plymouth Family Physicians: its SAA has left
SAA of a single NPI|demosolo|Gilbert Dunmore, NPI 1400000018
SAA of a group in an organization|demomerri|Meredith Eastlake, Haverhill Pediatrics
Waiting for the provider|demowait|Wallace Fairhaven, NPI 1100000052: status page only
Plan staff, administrator|demostaff|Stafford Kingsley
Plan staff, reviewer|demoreview|Rosalind Norwood: contracts and requests
Plan staff, content editor|demoeditor|Edmund Ogilvie: what the portal says
Plan staff, auditor|demoaudit|Audrey Pemberton: looks, and changes nothing
Plan staff, support agent|demosupport|Sylvia Quimby: sees the portal as a provider user sees it
Member|demomember|Subscriber N4100000101`)

const AREAS = { provider: 'providers', member: 'members', internal: 'internal' } as const

export const demoScenarios: Omit<DemoBook, 'patients'> = {
  scenarios: SCENARIOS.map(([npi = '', who = '', see = '']) => {
    const provider = demoProviders.find((candidate) => candidate.npi === npi)
    return { npi, who, see, facts: describeFacts(provider), resettable: provider?.network !== undefined }
  }),
  accounts: ACCOUNTS.map(([role = '', username = '', who = '']) => {
    const kind = demoAccounts.find((account) => account.username === username)?.kind ?? 'provider'
    return { role, username, password: DEMO_PASSWORD, area: AREAS[kind], who }
  }),
  links: [
    requestLink('Open request', 'open', askedProviders.open, 'The provider accepts, after a quiz, or rejects.'),
    requestLink('Open request, warned about', 'pending', '1100000052', 'The provider accepts or rejects.'),
    requestLink('Expired request', 'expired', askedProviders.expired, 'Refused: the link has expired.'),
    requestLink('Decided request', 'decided', askedProviders.decided, 'Refused: decided already.'),
    {
      title: 'Activation link',
      address: `${PROVIDER_PATHS.registration}?activateId=${DEMO_TOKENS.activation}`,
      see: 'An invited Access User completes the account.',
      npi: undefined,
      facts: [],
    },
  ],
}

function requestLink(title: string, token: keyof typeof DEMO_TOKENS, npi: string, see: string): DemoLink {
  const facts = describeFacts(demoProviders.find((candidate) => candidate.npi === npi))
  return { title, address: `${PROVIDER_PATHS.registration}?reqId=${DEMO_TOKENS[token]}`, see, npi, facts }
}

/** What step1 and a quiz ask, except facts that only the plan knows; those are read from the database. */
function describeFacts(provider: DemoProvider | undefined): DemoFact[] {
  if (!provider?.network) return []
  const { network } = provider
  const claims = demoClaims(new Date()).filter((claim) => claim.npi === provider.npi)
  const facts: [label: string, value: string | undefined][] = [
    ['Name', provider.organizationName ?? `${provider.firstName} ${provider.lastName}`],
    ['SSN, last four', network.ssnLast4],
    ['TIN', network.tin],
    ['Claims', claims.map((claim) => `${claim.claimNumber} $${claim.billedAmount}`).join(', ')],
    ['Contract since', network.contractDate],
    ['Practice', `${provider.street}, ${provider.city} ${provider.postalCode}`],
    ['Licence', provider.licenseNumber && `${provider.licenseNumber} (MA)`],
    ['NPI since', provider.enumerationDate],
    ['Specialty', provider.specialty.title],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1])).map(([label, value]) => ({ label, value }))
}
