import type { Eligibility, EligibilityBody } from '@portico/core/directory/api'
import { isPpMemberId, normalizeMemberId } from '@portico/core/members/member-id'
import { recordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { hit } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { type FoundMember, findMemberById, findMemberByName } from '../store/members.ts'

export const ELIGIBILITY_TEXTS = {
  ask: 'Enter a member ID, or first name, last name and birth date.',
  badDate: 'Please enter dates as year, month and day, for example 1984-06-30.',
  notFound: 'We found no member with these details. Please check them and try again.',
  limit: 'There were too many look-ups from your account. Please try again in an hour.',
} as const

type Asker = { accountId: string; address: string }

/** Readings section 10: exact member ID, or name and birth date; limited, and every question is on record. */
export async function findEligibility(deps: Deps, asker: Asker, asked: EligibilityBody): Promise<Outcome<Eligibility>> {
  const now = deps.clock.now()
  const problem = checkQuestion(asked)
  if (problem) return refuse(400, problem)
  const limit = deps.settings.limits.eligibilityPerHourPerAccount
  if (!(await hit(deps.db, `eligibility:${asker.accountId}`, limit, 3600, now)))
    return refuse(407, ELIGIBILITY_TEXTS.limit)
  const member = await findAsked(deps, asked)
  await recordAudit(deps.db, {
    at: now,
    actorKind: 'provider',
    actorAccountId: asker.accountId,
    action: 'eligibility.asked',
    address: asker.address,
    details: {
      by: asked.memberId ? 'member-id' : 'name',
      found: member !== undefined,
      memberId: member?.member_id ?? '',
    },
  })
  if (!member) return refuse(404, ELIGIBILITY_TEXTS.notFound)
  return { entity: describe(member, asked.onDate || isoDay(now), now) }
}

function checkQuestion(asked: EligibilityBody): string | undefined {
  const named = asked.firstName?.trim() && asked.lastName?.trim() && asked.birthDate
  if (!asked.memberId?.trim() && !named) return ELIGIBILITY_TEXTS.ask
  const days = [asked.onDate, asked.memberId ? undefined : asked.birthDate].filter(
    (day) => day !== undefined && day !== '',
  )
  return days.every((day) => isDay(String(day))) ? undefined : ELIGIBILITY_TEXTS.badDate
}

async function findAsked(deps: Deps, asked: EligibilityBody): Promise<FoundMember | undefined> {
  const memberId = asked.memberId?.trim()
  if (memberId) return findMemberById(deps.db, normalizeMemberId(memberId))
  return findMemberByName(deps.db, {
    firstName: asked.firstName?.trim() ?? '',
    lastName: asked.lastName?.trim() ?? '',
    birthDate: asked.birthDate ?? '',
  })
}

function describe(member: FoundMember, onDate: string, now: Date): Eligibility {
  const covered = (day: string) =>
    member.effective_date <= day && (member.termination_date === null || day <= member.termination_date)
  return {
    memberId: member.member_id,
    firstName: member.first_name,
    lastName: member.last_name,
    birthDate: member.birth_date,
    relationship: member.relationship,
    planName: member.plan_name,
    effectiveDate: member.effective_date,
    terminationDate: member.termination_date ?? '',
    isPpMember: isPpMemberId(member.member_id),
    onDate,
    coveredOnDate: covered(onDate),
    coveredToday: covered(isoDay(now)),
    askedAt: now.toISOString(),
  }
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

/** A real day of the calendar, written 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && isoDay(date) === text
}
