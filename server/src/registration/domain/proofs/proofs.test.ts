import { expect, test } from 'vitest'
import type { RegistrationRow } from '../../store/registrations.ts'
import { missingProof, PROOFS_NEEDED, type ProvedCall } from './proofs.ts'

const at = new Date('2026-03-02T15:00:00Z')

/** The fields that each proof sets in a registration. */
const proved = {
  npi: { npi: '1100000011' },
  ssn: { step1_method: 'ssn', step1_at: at },
  tin: { step1_method: 'tin', step1_at: at },
  claim: { step1_method: 'claim', step1_at: at },
  quiz: { quiz_transaction_id: 'T-1', quiz_at: at },
  saaRole: { profile_role: 'SAA' },
  auRole: { profile_role: 'AU' },
  requestLink: { npi: '1100000011', link_id: '7' },
  activationLink: { link_id: '7' },
} as const satisfies Record<string, Partial<RegistrationRow>>
type Fact = keyof typeof proved

const nothing = {
  npi: null,
  link_id: null,
  step1_method: null,
  step1_at: null,
  quiz_transaction_id: null,
  quiz_at: null,
  profile_role: null,
} as RegistrationRow

const holding = (...facts: Fact[]): RegistrationRow =>
  Object.assign({ ...nothing }, ...facts.map((fact) => proved[fact]))

/** The table of behaviour 7.5, repeated by hand: each row is sufficient, and every proof in it is necessary. */
const enough: [call: ProvedCall, ...facts: Fact[]][] = [
  ['saveDraft', 'npi'],
  ['continueRegistration', 'npi'],
  ['nonSaaNpiProfile', 'npi'],
  ['checkPendingSaaRequestsForProvider', 'npi'],
  ['getSaaActivePerms', 'npi'],
  ['valRegProfile', 'npi'],
  ['quizRequest', 'npi', 'ssn'],
  ['quizRequest', 'npi', 'tin'],
  ['quizForReqId', 'requestLink'],
  ['rejectRegReqId', 'requestLink'],
  ['addSaaSelf', 'npi', 'ssn', 'quiz'],
  ['addSaaSelf', 'npi', 'tin', 'quiz'],
  ['addSaaBehalf', 'npi', 'ssn'],
  ['addSaaBehalf', 'npi', 'claim'],
  ['addSaaAccept', 'requestLink', 'quiz'],
  ['addPoPgSaa', 'npi'],
  ['addNonSaaUser', 'npi', 'auRole'],
  ['activateUserAccount', 'activationLink'],
]

test.each(enough)('%s requires every proof of its row (%#)', (call, ...facts) => {
  expect(missingProof(call, holding(...facts))).toBeUndefined()
  for (const left of facts) {
    const rest = holding(...facts.filter((fact) => fact !== left))
    expect(missingProof(call, rest), `without ${left}`).toMatchObject({ refusal: { status: 400 } })
  }
})

test.each<[string, ProvedCall, Fact[]]>([
  ['addSaa refuses claims as proof of the provider', 'addSaaSelf', ['npi', 'claim', 'quiz']],
  ['quizRequest refuses claims as proof', 'quizRequest', ['npi', 'claim']],
  ['addSaa refuses a visitor who last requested the role AU', 'addSaaSelf', ['npi', 'ssn', 'quiz', 'auRole']],
  ['addSaa on behalf refuses a visitor who last requested the role AU', 'addSaaBehalf', ['npi', 'ssn', 'auRole']],
  ['addPoPgSaa refuses a visitor who last requested the role AU', 'addPoPgSaa', ['npi', 'auRole']],
  ['addNonSaaUser refuses a visitor who last requested the role SAA', 'addNonSaaUser', ['npi', 'saaRole']],
  ['addSaa for oneself refuses the link of a request', 'addSaaSelf', ['requestLink', 'ssn', 'quiz']],
  ['accepting a request refuses an activation link', 'addSaaAccept', ['activationLink', 'quiz']],
  ['activateUserAccount refuses a registration with only an NPI', 'activateUserAccount', ['npi']],
])('%s', (_title, call, facts) => {
  expect(missingProof(call, holding(...facts))).toMatchObject({ refusal: { status: 400 } })
})

test('every call has a row of required proofs', () => {
  expect(new Set(enough.map(([call]) => call))).toEqual(new Set(Object.keys(PROOFS_NEEDED)))
})
