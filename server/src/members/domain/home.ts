import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import type { Change, CoveredPerson, MemberHome } from '@portico/core/members/shapes'
import type { SignedIn } from '#platform/context.ts'
import { readTogether } from '#platform/database/transaction.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findAsOf } from '../../plan-data/plan-data.ts'
import { findClaimSums, findRecentClaims, type RecentClaim } from '../store/claims.ts'
import { findAccountDays } from '../store/member-registrations.ts'
import { findFamily, viewerOf } from './family.ts'

/** Range of the home page: recent changes in the past, ending coverage in the future. */
const WINDOW_DAYS = 90
const CHANGES_SHOWN = 6

export async function findMemberHome(context: SignedIn): Promise<Outcome<MemberHome>> {
  const viewer = viewerOf(context)
  const { db } = context
  const family = await findFamily(context)
  if ('refusal' in family) return family
  const now = context.now.getTime()
  const since = planDayOf(new Date(now - WINDOW_DAYS * DAY_MS))
  const until = planDayOf(new Date(now + WINDOW_DAYS * DAY_MS))
  const year = Number(viewer.today.slice(0, 4))
  const { people } = family.entity
  const [sums, claims, account, asOf] = await readTogether([
    findClaimSums(db, { people, year }),
    findRecentClaims(db, people, since, CHANGES_SHOWN),
    findAccountDays(db, viewer.accountId),
    findAsOf(db, 'members'),
  ])
  const changes = [
    ...claims.map((claim) => describeClaim(claim, people)),
    ...people.flatMap((person) => describeCoverage(person, viewer.today, since, until)),
    ...describeAccount(account),
  ]
    .filter((change) => change.on >= since)
    .sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
    .slice(0, CHANGES_SHOWN)
  return {
    entity: {
      ...family.entity,
      ...asOf,
      year,
      claimsThisYear: sums.total,
      billedThisYear: sums.billed,
      paidThisYear: sums.paid,
      owesThisYear: sums.owes,
      changes,
    },
  }
}

const nothing = { who: '', claimNumber: '', providerName: '', status: '', paid: '' }

function describeClaim(claim: RecentClaim, people: CoveredPerson[]): Change {
  const { claimNumber, providerName, status, paid } = claim
  const isMe = people.some((person) => person.isMe && person.memberId === claim.memberId)
  const who = isMe ? '' : claim.firstName
  return { ...nothing, on: claim.serviceDate, what: 'CLAIM', who, claimNumber, providerName, status, paid }
}

function describeCoverage(person: CoveredPerson, today: string, since: string, until: string): Change[] {
  const who = person.isMe ? '' : person.firstName
  const changes: Change[] = []
  if (person.effectiveDate >= since && person.effectiveDate <= today)
    changes.push({ ...nothing, on: person.effectiveDate, what: 'COVERAGE_BEGAN', who })
  if (person.terminationDate >= since && person.terminationDate <= until)
    changes.push({ ...nothing, on: person.terminationDate, what: 'COVERAGE_ENDS', who })
  return changes
}

function describeAccount({ created, passwordChanged }: { created: Date; passwordChanged: Date | null }): Change[] {
  const changes: Change[] = [{ ...nothing, on: planDayOf(created), what: 'ACCOUNT' }]
  if (passwordChanged && passwordChanged.getTime() > created.getTime())
    changes.push({ ...nothing, on: planDayOf(passwordChanged), what: 'PASSWORD' })
  return changes
}
