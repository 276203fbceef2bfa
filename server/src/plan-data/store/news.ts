import { planDayOf } from '@portico/core/forms/calendar-day'
import type { ClaimPicture } from '@portico/core/plan-data/shapes'
import { sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { findReach } from './reach.ts'

/** How many covered claims the plan's files changed since then, from maintained counters. */
export async function countNewClaims(context: SignedIn, since: Date): Promise<{ claims: number; on: Date | null }> {
  const reach = await findReach(context, 'CLAIM')
  const { rows } = await sql<{ claims: number; on: Date | null }>`
    select coalesce(sum(r.claims), 0)::int as claims, max(r.changed_at) as on from (
      select claims, changed_at from claim_change_count where cohort_id = any(${reach.cohorts}::int[]) and changed_at > ${since}
      union all
      select 1, changed_at from claim where npi = any(${reach.npis}::text[]) and changed_at > ${since}
    ) r`.execute(context.db)
  return rows[0] ?? { claims: 0, on: null }
}

export type AnsweredReport = { on: Date; providerName: string }

/** Changes that a rule of the plan accepted are no news. */
const isDecidedByStaff = (change: string) =>
  sql`${sql.ref(`${change}.decided_at`)} is not null and not ${sql.ref(`${change}.is_automatic`)}`

/**
 * Changes of the directory that the plan decided since then, the newest first: the user's own, and those about their
 * providers. A change's cohort may be outdated, so its provider's current one decides.
 */
export async function findAnsweredSince(context: SignedIn, since: Date, limit: number): Promise<AnsweredReport[]> {
  const { cohorts, npis } = await findReach(context, 'ROSTER')
  const { rows } = await sql<AnsweredReport>`
    select c.decided_at as on, coalesce(p.name, c.npi) as "providerName" from (
      select f.* from unnest(${cohorts}::int[]) c (id) cross join lateral (
        select k.id, k.npi, k.decided_at from practice_change k
        where k.cohort_id = c.id and k.decided_at > ${since} and ${isDecidedByStaff('k')}
          and exists (select from network_provider n where n.npi = k.npi and n.cohort_id = c.id)
        order by k.decided_at desc, k.id limit ${limit}) f
      union
      select k.id, k.npi, k.decided_at from practice_change k
        where k.npi = any(${npis}::text[]) and k.decided_at > ${since} and ${isDecidedByStaff('k')}
      union
      select k.id, k.npi, k.decided_at from practice_change k
        where k.account_id = ${context.session.accountId} and k.decided_at > ${since} and ${isDecidedByStaff('k')}
      order by decided_at desc, id limit ${limit}) c
    left join provider p on p.npi = c.npi order by c.decided_at desc, c.id`.execute(context.db)
  return withShownNames(rows, 'providerName')
}

const MONTHS = 12
const STATUSES = 6

/** Months are counters; for the current month, later days are subtracted. */
export async function findClaimPicture(context: SignedIn): Promise<ClaimPicture> {
  const { cohorts, npis } = await findReach(context, 'CLAIM')
  const today = planDayOf(context.now)
  const thisMonth = sql`date_trunc('month', ${today}::date)::date`
  const first = sql`(${thisMonth} - make_interval(months => ${MONTHS - 1}))::date`
  const { rows } = await sql<{ month: string | null; status: string | null; claims: number }>`
    with counted as (
      select month, status, claims from claim_month
      where cohort_id = any(${cohorts}::int[]) and month between ${first} and ${thisMonth}
      union all
      select ${thisMonth}, r.status, -1 from claim_sum_cohort s join claim r
        on r.cohort_id = s.cohort_id and r.status = s.status
        where s.cohort_id = any(${cohorts}::int[]) and s.claims > 0
          and r.service_date > ${today} and r.service_date < ${thisMonth} + interval '1 month'
      union all
      select date_trunc('month', service_date)::date, status, 1 from claim
        where npi = any(${npis}::text[]) and service_date between ${first} and ${today})
    select to_char(month, 'YYYY-MM') as month, status, sum(claims)::int as claims from counted
    group by grouping sets ((month), (status)) having sum(claims) > 0`.execute(context.db)
  if (rows.length === 0) return { months: [], statuses: [] }
  const found = new Map(rows.flatMap(({ month, claims }) => (month === null ? [] : [[month, claims] as const])))
  const statuses = rows.flatMap(({ status, claims }) => (status === null ? [] : [{ status, claims }]))
  return {
    months: lastMonths(today).map((month) => ({ month, claims: found.get(month) ?? 0 })),
    statuses: statuses.sort((a, b) => b.claims - a.claims || a.status.localeCompare(b.status)).slice(0, STATUSES),
  }
}

/** 'YYYY-MM', the month of a day last. */
function lastMonths(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}
