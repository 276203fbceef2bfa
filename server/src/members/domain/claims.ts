import { STATUS } from '@portico/core/constants'
import { CLAIMS_PAGE_SIZE } from '@portico/core/members/limits'
import { NOT_IN_FAMILY } from '@portico/core/members/sentences'
import type { MemberClaims, MemberClaimsQuery } from '@portico/core/members/shapes'
import type { SignedIn } from '#platform/context.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../../plan-data/plan-data.ts'
import { findClaimSums, findClaims, findClaimYears } from '../store/claims.ts'
import { findFamily, viewerOf } from './family.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/** Claims of one year with totals per year and per month. */
export async function findMemberClaims(context: SignedIn, query: MemberClaimsQuery): Promise<Outcome<MemberClaims>> {
  const { db } = context
  const family = await findFamily(context)
  if ('refusal' in family) return family
  const { people } = family.entity
  const chosen = people.find((candidate) => candidate.person === query.person)
  if (query.person && !chosen) return refuse(STATUS.notFound, NOT_IN_FAMILY)
  const whose = chosen ? [chosen] : people
  const years = await findClaimYears(db, whose)
  const year = query.year ?? years[0] ?? Number(viewerOf(context).today.slice(0, 4))
  const choice = { people: whose, year }
  const [rows, { months, ...sums }, asOf] = await readTogether([
    findClaims(db, choice, query.page ?? 0),
    findClaimSums(db, choice),
    findAsOf(db, 'claims'),
  ])
  return {
    entity: {
      ...asOf,
      people: people.map(({ person, firstName, isMe }) => ({ person, firstName, isMe })),
      years: years.includes(year) ? years : [...years, year].sort((a, b) => b - a),
      year,
      rows,
      ...sums,
      months: MONTHS.map(
        (month) => months.find((found) => found.month === month) ?? { month, billed: '0.00', paid: '0.00' },
      ),
      pageSize: CLAIMS_PAGE_SIZE,
    },
  }
}
