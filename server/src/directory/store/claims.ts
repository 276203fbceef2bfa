import type { ClaimDetail, ClaimFilter, ClaimRow, ClaimSearchBody } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../platform/context.ts'
import { withShownNames } from '../../platform/shown-names.ts'
import { memberIdsAsTyped } from './members.ts'
import { covered, findRecords, type Records, recordsAfter, shownOf } from './records.ts'

const CLAIMS: Records<ClaimRow, NonNullable<ClaimSearchBody['sort']>, 'totalBilled' | 'totalPaid'> = {
  permission: 'CLAIM',
  table: 'claim',
  columns: sql`r.claim_number as "claimNumber", r.npi, r.member_id as "memberId", r.service_date::text as "serviceDate",
    r.billed_amount::text as billed, coalesce(r.paid_amount::text, '') as paid, r.status,
    coalesce(r.denial_reason, '') as "denialReason", coalesce(r.member_owes::text, '') as "memberOwes"`,
  sorts: {
    serviceDate: 'service_date',
    claimNumber: 'claim_number',
    billed: 'billed_amount',
    paid: 'paid_amount',
    status: 'status',
  },
  newest: 'serviceDate',
  number: 'claimNumber',
  sums: { totalBilled: 'billed_amount', totalPaid: 'paid_amount' },
}

function narrowed(filter: ClaimFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.from) conditions.push(sql`r.service_date >= ${filter.from}`)
  if (filter.to) conditions.push(sql`r.service_date <= ${filter.to}`)
  // Numbers are copied by hand, often in small letters.
  if (filter.claimNumber) conditions.push(sql`r.claim_number in (${filter.claimNumber}, upper(${filter.claimNumber}))`)
  if (filter.memberId) conditions.push(sql`r.member_id = any(${memberIdsAsTyped(filter.memberId)})`)
  if (filter.status) conditions.push(sql`r.status = ${filter.status}`)
  return conditions
}

export const findClaims = (context: SignedIn, search: ClaimSearchBody) =>
  findRecords(context, CLAIMS, search, narrowed(search))

/** The next claims after the last one read, by provider and newest first, for an export. */
export const claimsAfter = (context: SignedIn, filter: ClaimFilter) =>
  recordsAfter(context, CLAIMS, filter.npi, narrowed(filter))

/** Each status that occurs, once. */
export async function findClaimStatuses(context: SignedIn): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select distinct r.status from claim r where ${covered(context, CLAIMS, [])} order by r.status limit 50`.execute(
    context.db,
  )
  return rows.map((row) => row.status)
}

export async function findClaim(context: SignedIn, claimNumber: string): Promise<ClaimDetail | undefined> {
  const { rows } = await sql<ClaimDetail>`
    select ${shownOf(CLAIMS)}, coalesce(m.first_name || ' ' || m.last_name, '') as "memberName",
      coalesce(m.plan_name, '') as "planName"
    from claim r left join provider p on p.npi = r.npi left join member m on m.member_id = r.member_id
    where ${covered(context, CLAIMS, [sql`r.claim_number = ${claimNumber}`])}`.execute(context.db)
  return withShownNames(rows, 'providerName')[0]
}
