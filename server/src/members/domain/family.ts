import { createHmac } from 'node:crypto'
import { STATUS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { NO_MEMBER_RECORD, NOT_IN_FAMILY } from '@portico/core/members/sentences'
import type { CoveredPerson, Family } from '@portico/core/members/shapes'
import type { SignedIn } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { olderKey } from '#platform/keys/secret-key.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { benefitsOf, lastDayOf } from '../../plan-data/plan-data.ts'
import { findVisiblePeople, type Viewer, type VisiblePerson } from '../store/family.ts'

export function viewerOf({ session, now }: SignedIn): Viewer {
  return { accountId: session.accountId, today: planDayOf(now) }
}

/** The signed-in member and the people they may see. */
export async function findFamily(context: SignedIn): Promise<Outcome<Family>> {
  const rows = await findVisiblePeople(context.db, viewerOf(context))
  const [me] = rows
  if (!me) return refuse(STATUS.notFound, NO_MEMBER_RECORD)
  const people = rows.map((row) => describePerson(context, row))
  return { entity: { people, isSubscriber: me.relationship === 'SELF' } }
}

/** Finds one visible person. Another account's id for a person gets the same answer as an unknown id. */
export async function findPerson(context: SignedIn, named: string): Promise<Outcome<CoveredPerson>> {
  const family = await findFamily(context)
  if ('refusal' in family) return family
  const person = family.entity.people.find((candidate) => candidate.person === named)
  return person ? { entity: person } : refuse(STATUS.notFound, NOT_IN_FAMILY)
}

/** Opaque person id that is valid for this account only. */
function nameOf({ settings, session }: SignedIn, memberId: string): string {
  const hash = createHmac('sha256', olderKey(settings)).update(`person|${session.accountId}|${memberId}`)
  return hash.digest('base64url').slice(0, 16)
}

function describePerson(context: SignedIn, row: VisiblePerson): CoveredPerson {
  return {
    person: nameOf(context, row.member_id),
    memberId: row.member_id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: row.birth_date,
    relationship: row.relationship,
    isMe: row.is_me,
    subscriberName: row.subscriber_name,
    planName: row.plan_name,
    effectiveDate: row.effective_date,
    terminationDate: lastDayOf(row),
    coverage: coverageOn(row, planDayOf(context.now)),
    ...benefitsOf(row, row.pcp_name),
  }
}

type Dates = Pick<MemberTable, 'effective_date' | 'termination_date' | 'left_at'>

export function coverageOn(member: Dates, today: string): CoveredPerson['coverage'] {
  const ends = lastDayOf(member)
  if (ends !== '' && ends < today) return 'ENDED'
  return member.effective_date > today ? 'COMING' : 'CURRENT'
}
