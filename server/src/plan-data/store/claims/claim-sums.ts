import type { ClaimFilter, ClaimList } from '@portico/core/plan-data/shapes'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { Reach } from '../reach.ts'

export type ClaimSums = Pick<ClaimList, 'total' | 'totalBilled' | 'totalPaid' | 'roughly'>

const ofStatus = ({ status }: ClaimFilter) => (status ? sql`and status = ${status}` : sql``)

/** Totals of the claims within reach, from maintained sums. */
export async function findClaimSums(db: Db, reach: Reach, filter: ClaimFilter): Promise<ClaimSums> {
  if (filter.from || filter.to) return findSumsOfDays(db, reach, filter)
  const { rows } = await sql<ClaimSums>`
    select coalesce(sum(claims), 0)::int as total, coalesce(sum(billed), 0)::text as "totalBilled",
      coalesce(sum(paid), 0)::text as "totalPaid"
    from (
      select status, claims, billed, paid from claim_sum_cohort where cohort_id = any(${reach.cohorts}::int[])
      union all
      select status, claims, billed, paid from claim_sum_npi where npi = any(${reach.npis}::text[])
    ) kept where true ${ofStatus(filter)}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('Expected exactly one row')
  return sums
}

/** Days within a month are counted if the month has fewer claims than this; otherwise they are estimated by share. */
const COUNTED_MAX = 2000

/** The first and last month may be partial: if they are large, their totals are estimates. */
async function findSumsOfDays(db: Db, reach: Reach, filter: ClaimFilter): Promise<ClaimSums> {
  const from = sql`${filter.from || '0001-01-01'}::date`
  const to = sql`${filter.to || '9999-12-31'}::date`
  const { rows } = await sql<Omit<ClaimSums, 'roughly'> & { about: boolean }>`
    with kept as (
      select cohort_id, status, month, claims, billed, paid, (month + interval '1 month')::date as next
      from claim_month
      where cohort_id = any(${reach.cohorts}::int[]) and claims > 0 ${ofStatus(filter)}
        and month >= date_trunc('month', ${from}) and month <= ${to}),
    part as (
      select *, (least(${to} + 1, next) - greatest(${from}, month))::numeric / (next - month) as share
      from kept where month < ${from} or next > ${to} + 1),
    size as (select coalesce(sum(claims), 0) <= ${COUNTED_MAX} as small from part),
    added as (
      select claims, billed, paid from kept where month >= ${from} and next <= ${to} + 1
      union all
      select claims * share, billed * share, paid * share from part where not (select small from size)
      union all
      select 1, r.billed_amount, coalesce(r.paid_amount, 0) from part s join claim r
        on r.cohort_id = s.cohort_id and r.status = s.status and r.service_date between s.month and s.next - 1
        where (select small from size) and r.service_date between ${from} and ${to}
      union all
      select 1, billed_amount, coalesce(paid_amount, 0) from claim
        where npi = any(${reach.npis}::text[]) and service_date between ${from} and ${to} ${ofStatus(filter)})
    select round(coalesce(sum(claims), 0))::int as total, round(coalesce(sum(billed), 0), 2)::text as "totalBilled",
      round(coalesce(sum(paid), 0), 2)::text as "totalPaid", not (select small from size) as about
    from added`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('Expected exactly one row')
  const { about, ...others } = sums
  return about ? { ...others, roughly: 'about' } : others
}

type Month = { first: string; last: string; claims: number }

/** Months with claims, the oldest first; exact except for large partial months. */
export async function countByMonth(db: Db, reach: Reach, filter: ClaimFilter): Promise<Month[]> {
  const from = sql`${filter.from || '0001-01-01'}::date`
  const to = sql`${filter.to || '9999-12-31'}::date`
  const { rows } = await sql<Month>`
    with kept as (
      select cohort_id, status, month, claims from claim_month
      where cohort_id = any(${reach.cohorts}::int[]) and claims > 0 ${ofStatus(filter)}
        and month >= date_trunc('month', ${from}) and month <= ${to}),
    counted as (
      select month, claims from kept where month >= ${from} and month + interval '1 month' <= ${to} + 1
      union all
      select s.month, 1 from kept s join claim r on r.cohort_id = s.cohort_id and r.status = s.status
        and r.service_date between s.month and (s.month + interval '1 month - 1 day')::date
        where (s.month < ${from} or s.month + interval '1 month' > ${to} + 1)
          and r.service_date between ${from} and ${to}
      union all
      select date_trunc('month', service_date)::date, 1 from claim
        where npi = any(${reach.npis}::text[]) and service_date between ${from} and ${to} ${ofStatus(filter)})
    select month::text as first, (month + interval '1 month - 1 day')::date::text as last, sum(claims)::int as claims
    from counted group by month order by month`.execute(db)
  return rows
}

/** The months of the rows after `offset`, and how many rows precede them there. */
export function windowOf(months: Month[], offset: number, size: number) {
  let before = 0
  let begin = 0
  for (const month of months) {
    if (before + month.claims > offset) break
    before += month.claims
    begin += 1
  }
  let end = begin
  let claims = 0
  while (end < months.length && claims < offset - before + size) claims += months[end++]?.claims ?? 0
  const days = months.slice(begin, end).flatMap(({ first, last }) => [first, last])
  const [from] = days.sort()
  const to = days.at(-1)
  return from && to ? { from, to, offset: offset - before } : undefined
}
