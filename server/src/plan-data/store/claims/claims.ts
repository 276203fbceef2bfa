import type { ClaimDetail, ClaimFilter, ClaimRow } from '@portico/core/plan-data/shapes'
import { sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { findReach, isReached } from '../reach.ts'
import { type Records, recordsAfter, shownOf } from '../records.ts'
import { CLAIM_COLUMNS, CLAIM_SORTS, keysAsTyped, withinDays } from './claim-list.ts'

const CLAIMS: Omit<Records<ClaimRow, keyof typeof CLAIM_SORTS>, 'sums'> = {
  permission: 'CLAIM',
  table: 'claim',
  columns: CLAIM_COLUMNS,
  sorts: CLAIM_SORTS,
  newest: 'serviceDate',
  number: 'claimNumber',
}

/** The next claims after the last one read, by provider and newest first, for an export. */
export const claimsAfter = (context: SignedIn, filter: ClaimFilter) =>
  recordsAfter(context, CLAIMS, filter.npi, [
    ...keysAsTyped(filter),
    ...withinDays(filter),
    ...(filter.status ? [sql`r.status = ${filter.status}`] : []),
  ])

/** Each status that occurs, once. */
export async function findClaimStatuses(context: SignedIn): Promise<string[]> {
  const { cohorts, npis } = await findReach(context, 'CLAIM')
  const { rows } = await sql<{ status: string }>`
    select status from claim_sum_cohort where cohort_id = any(${cohorts}::int[]) and claims > 0
    union select status from claim_sum_npi where npi = any(${npis}::text[]) and claims > 0
    order by status limit 50`.execute(context.db)
  return rows.map((row) => row.status)
}

export async function findClaim(context: SignedIn, claimNumber: string): Promise<ClaimDetail | undefined> {
  const reach = await findReach(context, 'CLAIM')
  const { rows } = await sql<ClaimDetail>`
    select ${shownOf(CLAIMS)}, coalesce(m.first_name || ' ' || m.last_name, '') as "memberName",
      coalesce(m.plan_name, '') as "planName"
    from claim r join network_provider n on n.npi = r.npi
      left join provider p on p.npi = r.npi left join member m on m.member_id = r.member_id
    where r.claim_number = ${claimNumber} and ${isReached(reach)}`.execute(context.db)
  return withShownNames(rows, 'providerName')[0]
}
