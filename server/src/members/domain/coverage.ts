import { planDayOf } from '@portico/core/forms/calendar-day'
import type { CoveredPerson } from '@portico/core/members/shapes'
import type { MemberTable } from '../../platform/schema.ts'

type Dates = Pick<MemberTable, 'effective_date' | 'termination_date' | 'left_at'>

const DAY_MS = 86_400_000

/** The last day of coverage: as the plan said, or the day before a whole list of members came without this one. */
export function lastDayOf(member: Dates): string {
  const days = member.termination_date === null ? [] : [member.termination_date]
  if (member.left_at) days.push(planDayOf(new Date(member.left_at.getTime() - DAY_MS)))
  return days.sort()[0] ?? ''
}

export function coverageOn(member: Dates, today: string): CoveredPerson['coverage'] {
  const ends = lastDayOf(member)
  if (ends !== '' && ends < today) return 'ENDED'
  return member.effective_date > today ? 'COMING' : 'CURRENT'
}
