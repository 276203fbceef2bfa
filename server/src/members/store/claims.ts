import { CLAIMS_PAGE_SIZE } from '@portico/core/members/limits'
import type { ClaimMonth, CoveredPerson, MemberClaim } from '@portico/core/members/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'

/** People that `visiblePeople` returned for this viewer. The queries below check no permissions. */
type Visible = readonly Pick<CoveredPerson, 'memberId'>[]
export type ClaimChoice = { people: Visible; year: number }

const claimsOf = (people: Visible): RawBuilder<unknown> =>
  sql`claim c join member v on v.member_id = c.member_id
    where c.member_id = any(${people.map(({ memberId }) => memberId)}::text[])`

const chosenClaims = ({ people, year }: ClaimChoice): RawBuilder<unknown> =>
  sql`${claimsOf(people)} and c.service_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

const claimColumns = sql`c.claim_number as "claimNumber", c.service_date::text as "serviceDate",
  v.first_name as "firstName",
  coalesce((select p.name from provider p where p.npi = c.npi), '') as "providerName",
  c.billed_amount::text as billed, coalesce(c.paid_amount::text, '') as paid, c.status,
  coalesce(c.denial_reason, '') as "denialReason", coalesce(c.member_owes::text, '') as "memberOwes"`

export async function findClaimYears(db: Db, people: Visible): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from c.service_date)::int as year
    from ${claimsOf(people)} order by year desc`.execute(db)
  return rows.map((row) => row.year)
}

export async function findClaims(db: Db, choice: ClaimChoice, page: number): Promise<MemberClaim[]> {
  const { rows } = await sql<MemberClaim>`
    select ${claimColumns} from ${chosenClaims(choice)}
    order by c.service_date desc, c.claim_number
    limit ${CLAIMS_PAGE_SIZE} offset ${page * CLAIMS_PAGE_SIZE}`.execute(db)
  return withShownNames(rows, 'providerName')
}

type YearSums = { total: number; billed: string; paid: string; owes: string; owesUnknown: number }
export type ClaimSums = YearSums & { months: ClaimMonth[] }

const NO_CLAIMS: YearSums = { total: 0, billed: '0.00', paid: '0.00', owes: '', owesUnknown: 0 }

/** Totals of the year and of each month that has claims. */
export async function findClaimSums(db: Db, choice: ClaimChoice): Promise<ClaimSums> {
  const { rows } = await sql<YearSums & { month: number | null }>`
    select extract(month from c.service_date)::int as month, count(*)::int as total,
      coalesce(sum(c.billed_amount), 0)::numeric(14, 2)::text as billed,
      coalesce(sum(c.paid_amount), 0)::numeric(14, 2)::text as paid,
      coalesce(sum(c.member_owes)::numeric(14, 2)::text, '') as owes,
      count(*) filter (where c.member_owes is null)::int as "owesUnknown"
    from ${chosenClaims(choice)}
    group by grouping sets ((), (extract(month from c.service_date)::int))`.execute(db)
  const months = rows.flatMap(({ month, billed, paid }) => (month === null ? [] : [{ month, billed, paid }]))
  const { month: _all, ...year } = rows.find((row) => row.month === null) ?? { month: null, ...NO_CLAIMS }
  return { ...year, months }
}

export type RecentClaim = MemberClaim & { memberId: string }

export async function findRecentClaims(db: Db, people: Visible, since: string, limit: number): Promise<RecentClaim[]> {
  const { rows } = await sql<RecentClaim>`
    select ${claimColumns}, c.member_id as "memberId"
    from ${claimsOf(people)} and c.service_date >= ${since}
    order by c.service_date desc, c.claim_number limit ${limit}`.execute(db)
  return withShownNames(rows, 'providerName')
}
