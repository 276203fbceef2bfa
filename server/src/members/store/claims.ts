import { CLAIMS_PAGE_SIZE } from '@portico/core/members/limits'
import type { ClaimMonth, MemberClaim } from '@portico/core/members/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { withShownNames } from '../../platform/shown-names.ts'
import { type Viewer, visiblePeople } from './family.ts'

export type ClaimChoice = { year: number; memberId?: string | undefined }

/** Claims of the people the viewer may see; a chosen person narrows that, never widens it. */
function visibleClaims(viewer: Viewer, { year, memberId }: ClaimChoice): RawBuilder<unknown> {
  const onePerson = memberId ? sql`and v.member_id = ${memberId}` : sql``
  return sql`(${visiblePeople(viewer)}) v join claim c on c.member_id = v.member_id
    where c.service_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31) ${onePerson}`
}

const claimColumns = sql`c.claim_number as "claimNumber", c.service_date::text as "serviceDate",
  v.first_name as "firstName",
  coalesce((select p.name from provider p where p.npi = c.npi), '') as "providerName",
  c.billed_amount::text as billed, coalesce(c.paid_amount::text, '') as paid, c.status,
  coalesce(c.denial_reason, '') as "denialReason", coalesce(c.member_owes::text, '') as "memberOwes"`

export async function findClaimYears(db: Db, viewer: Viewer, memberId?: string): Promise<number[]> {
  const onePerson = memberId ? sql`where v.member_id = ${memberId}` : sql``
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from c.service_date)::int as year
    from (${visiblePeople(viewer)}) v join claim c on c.member_id = v.member_id ${onePerson}
    order by year desc`.execute(db)
  return rows.map((row) => row.year)
}

export async function findClaims(db: Db, viewer: Viewer, choice: ClaimChoice, page: number): Promise<MemberClaim[]> {
  const { rows } = await sql<MemberClaim>`
    select ${claimColumns} from ${visibleClaims(viewer, choice)}
    order by c.service_date desc, c.claim_number
    limit ${CLAIMS_PAGE_SIZE} offset ${page * CLAIMS_PAGE_SIZE}`.execute(db)
  return withShownNames(rows, 'providerName')
}

export type ClaimSums = { total: number; billed: string; paid: string; months: ClaimMonth[] }

/** The year's sums and those of each month with claims. */
export async function findClaimSums(db: Db, viewer: Viewer, choice: ClaimChoice): Promise<ClaimSums> {
  const { rows } = await sql<{ month: number | null; total: number; billed: string; paid: string }>`
    select extract(month from c.service_date)::int as month, count(*)::int as total,
      coalesce(sum(c.billed_amount), 0)::numeric(14, 2)::text as billed,
      coalesce(sum(c.paid_amount), 0)::numeric(14, 2)::text as paid
    from ${visibleClaims(viewer, choice)}
    group by grouping sets ((), (extract(month from c.service_date)::int))`.execute(db)
  const year = rows.find((row) => row.month === null)
  const months = rows.flatMap(({ month, billed, paid }) => (month === null ? [] : [{ month, billed, paid }]))
  return { total: year?.total ?? 0, billed: year?.billed ?? '0.00', paid: year?.paid ?? '0.00', months }
}

export type RecentClaim = MemberClaim & { isMe: boolean }

export async function findRecentClaims(db: Db, viewer: Viewer, since: string, limit: number): Promise<RecentClaim[]> {
  const { rows } = await sql<RecentClaim>`
    select ${claimColumns}, v.is_me as "isMe"
    from (${visiblePeople(viewer)}) v join claim c on c.member_id = v.member_id
    where c.service_date >= ${since} order by c.service_date desc, c.claim_number limit ${limit}`.execute(db)
  return withShownNames(rows, 'providerName')
}
