import type { DemoClaim, DemoProvider } from './demo-people.ts'
import type { DemoMember } from './members.ts'
import { SeededRandom } from './random.ts'
import { SENIOR_PLAN } from './word-lists.ts'

// A separate generator, so that optional values do not change the other data.
const SEED = 59

const PRIMARY_CARE = new Set(['Family Medicine', 'Internal Medicine', 'Pediatrics'])
const COPAYS = ['15.00', '20.00', '25.00', '35.00']
const DEDUCTIBLES = [500, 1000, 1500, 2500]
const DENIALS = [
  'The service needed prior authorization, and none is on file.',
  'The claim is a duplicate of one decided before.',
  'The member was not covered on the day of service.',
  'The claim came after the filing limit of 90 days.',
  'The service is not covered by this plan.',
]

/** Four of five members have a primary care provider on file; the senior plan has no copay. */
export function addBenefits(members: readonly DemoMember[], providers: readonly DemoProvider[]): DemoMember[] {
  const random = new SeededRandom(SEED)
  const primary = providers.filter(({ network, specialty }) => network && PRIMARY_CARE.has(specialty.title))
  return members.map((member, index) => {
    const pcp = random.pick(primary)
    const deductible = random.pick(DEDUCTIBLES)
    const met = random.between(0, deductible * 100)
    const isSenior = member.planName === SENIOR_PLAN
    return {
      ...member,
      // The demo member's own family has one.
      ...(index < 5 || random.chance(0.8) ? { pcpNpi: pcp.npi } : {}),
      copayOffice: isSenior ? '0.00' : random.pick(COPAYS),
      ...(isSenior ? {} : { deductible: deductible.toFixed(2), deductibleMet: (met / 100).toFixed(2) }),
    }
  })
}

/** A denied claim has a reason; for a paid one the member owes part of what the plan did not pay. */
export function addOutcomes(claims: readonly DemoClaim[]): DemoClaim[] {
  const random = new SeededRandom(SEED)
  return claims.map((claim) => {
    const reason = random.pick(DENIALS)
    const part = random.between(0, 60) / 100
    if (claim.status === 'DENIED') return { ...claim, denialReason: reason }
    if (claim.status !== 'PAID') return claim
    const open = Math.max(0, Number(claim.billedAmount) - Number(claim.paidAmount))
    return { ...claim, memberOwes: (open * part).toFixed(2) }
  })
}
