import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { isPpMemberId } from '@portico/core/members/member-id'
import { checkEligibilityForm } from '@portico/core/plan-data/forms'
import { ASK_MEMBER, BAD_DAY } from '@portico/core/plan-data/sentences'
import type { Benefits, Eligibility, EligibilityBody } from '@portico/core/plan-data/shapes'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Db, SignedIn } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { hit } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../store/as-of.ts'
import { findMemberByTypedId, findMembersByName, findProviderName } from '../store/members.ts'

export const ELIGIBILITY_TEXTS = {
  notFound: 'We could not find a member with these details. Please check them and try again.',
  several: 'More than one member matches these details. Please use the member ID.',
  limit: 'There were too many lookups from your account. Please try again in an hour.',
} as const

/** Requires the exact member ID, or name and birth date. Rate-limited, and every lookup is audited (behaviour 13.4). */
export async function checkEligibility(context: SignedIn, asked: EligibilityBody): Promise<Outcome<Eligibility>> {
  const { db, now, session, settings } = context
  const problem = checkQuestion(asked)
  if (problem) return refuse(400, problem)
  const limit = settings.limits.eligibilityPerHourPerAccount
  if (!(await hit(context, { key: `eligibility:${session.accountId}`, limit, windowSeconds: 3600 })))
    return refuse(407, ELIGIBILITY_TEXTS.limit)
  const members = await findAsked(db, asked)
  const member = members.length === 1 ? members[0] : undefined
  await recordAudit(context, {
    action: 'eligibility.asked',
    details: {
      by: asked.memberId ? 'member-id' : 'name',
      found: member !== undefined,
      memberId: member?.member_id ?? '',
    },
  })
  if (members.length > 1) return refuse(404, ELIGIBILITY_TEXTS.several)
  if (!member) return refuse(404, ELIGIBILITY_TEXTS.notFound)
  const pcpName = member.pcp_npi ? await findProviderName(db, member.pcp_npi) : ''
  const described = describe(member, asked.onDate || planDayOf(now), now)
  return { entity: { ...described, ...benefitsOf(member, pcpName), ...(await findAsOf(db, 'members')) } }
}

function checkQuestion(asked: EligibilityBody): string | undefined {
  const { memberId = '', firstName = '', lastName = '', birthDate = '', onDate = '' } = asked
  const by = memberId.trim() ? 'memberId' : 'name'
  const errors = checkEligibilityForm({ by, memberId, firstName, lastName, birthDate, onDate })
  if (Object.keys(errors).length === 0) return undefined
  return Object.values(errors).every((text) => text === BAD_DAY) ? BAD_DAY : ASK_MEMBER
}

async function findAsked(db: Db, asked: EligibilityBody): Promise<MemberTable[]> {
  const memberId = asked.memberId?.trim()
  if (!memberId)
    return findMembersByName(db, {
      firstName: asked.firstName?.trim() ?? '',
      lastName: asked.lastName?.trim() ?? '',
      birthDate: asked.birthDate ?? '',
    })
  const found = await findMemberByTypedId(db, memberId)
  return found ? [found] : []
}

type BenefitColumns = Pick<MemberTable, 'pcp_npi' | 'copay_office' | 'deductible' | 'deductible_met'>

/** Costs of a visit and the primary care provider, from the plan's file; empty if the file has none. */
export const benefitsOf = (member: BenefitColumns, pcpName: string): Benefits => ({
  pcpNpi: member.pcp_npi ?? '',
  pcpName,
  copayOffice: member.copay_office ?? '',
  deductible: member.deductible ?? '',
  deductibleMet: member.deductible_met ?? '',
})

export function describe(member: MemberTable, onDate: string, now: Date): Omit<Eligibility, keyof Benefits> {
  const ends = lastDayOf(member)
  const covered = (day: string) => member.effective_date <= day && (ends === '' || day <= ends)
  return {
    memberId: member.member_id,
    firstName: member.first_name,
    lastName: member.last_name,
    birthDate: member.birth_date,
    relationship: member.relationship,
    planName: member.plan_name,
    effectiveDate: member.effective_date,
    terminationDate: ends,
    isPpMember: isPpMemberId(member.member_id),
    onDate,
    coveredOnDate: covered(onDate),
    coveredToday: covered(planDayOf(now)),
    askedAt: now.toISOString(),
  }
}

/** The last day of coverage: as the plan stated, or the day before a snapshot of members omitted this one. */
export function lastDayOf(member: Pick<MemberTable, 'termination_date' | 'left_at'>): string {
  const days = member.termination_date === null ? [] : [member.termination_date]
  if (member.left_at) days.push(planDayOf(new Date(member.left_at.getTime() - DAY_MS)))
  return days.sort()[0] ?? ''
}
