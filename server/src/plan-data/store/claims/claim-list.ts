import type { ClaimFilter, ClaimList, ClaimRow, ClaimSearchBody } from '@portico/core/plan-data/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db, SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { memberIdsAsTyped } from '../members.ts'
import { PAGE_SIZE } from '../page-sizes.ts'
import { findReach, isReached, type Reach } from '../reach.ts'
import { shownOf } from '../records.ts'
import { countByMonth, findClaimSums, windowOf } from './claim-sums.ts'

type Sql = RawBuilder<unknown>

/** Larger lists are sorted by date only: any other order would have to read all claims. */
const SORTED_MAX = 10_000
/** Up to here, pages of the newest are read from the index. */
const NEWEST_MAX = 2000

/** All columns of a row except the provider's name. */
export const CLAIM_COLUMNS = sql<ClaimRow>`r.claim_number as "claimNumber", r.npi, r.member_id as "memberId",
  r.service_date::text as "serviceDate", r.billed_amount::text as billed, coalesce(r.paid_amount::text, '') as paid,
  r.status, coalesce(r.denial_reason, '') as "denialReason", coalesce(r.member_owes::text, '') as "memberOwes"`
/** The reply of a row, joined with the provider `p`. */
const SHOWN = shownOf({ columns: CLAIM_COLUMNS })

export const CLAIM_SORTS = {
  serviceDate: 'service_date',
  claimNumber: 'claim_number',
  billed: 'billed_amount',
  paid: 'paid_amount',
  status: 'status',
} as const satisfies Record<NonNullable<ClaimSearchBody['sort']>, string>

const allOf = (conditions: Sql[]): Sql => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`)

/** Numbers are typed by hand, often in lower case. */
export function keysAsTyped({ claimNumber, memberId }: ClaimFilter): Sql[] {
  const keys: Sql[] = []
  if (claimNumber) keys.push(sql`r.claim_number in (${claimNumber}, upper(${claimNumber}))`)
  if (memberId) keys.push(sql`r.member_id = any(${memberIdsAsTyped(memberId)})`)
  return keys
}

export function withinDays({ from, to }: ClaimFilter): Sql[] {
  const days: Sql[] = []
  if (from) days.push(sql`r.service_date >= ${from}`)
  if (to) days.push(sql`r.service_date <= ${to}`)
  return days
}

const inStatus = (row: Sql, { status }: ClaimFilter) => (status ? sql`and ${row}.status = ${status}` : sql``)

/** A page of the claims within reach and their totals; undefined if there are too many to sort this way. */
export async function findClaims(context: SignedIn, search: ClaimSearchBody): Promise<ClaimList | undefined> {
  const { db } = context
  const reach = await findReach(context, 'CLAIM', search.npi)
  const keys = keysAsTyped(search)
  if (keys.length > 0) return findByKeys(db, reach, search, keys)
  const sums = await findClaimSums(db, reach, search)
  const byDate = (search.sort ?? 'serviceDate') === 'serviceDate'
  const offset = (search.page ?? 0) * PAGE_SIZE
  let rows: ClaimRow[]
  if (byDate && offset < NEWEST_MAX && (search.descending ?? true)) rows = await findNewest(db, reach, search, offset)
  else if (sums.total <= SORTED_MAX) rows = await readSorted(db, within(reach, search), search, offset)
  else if (byDate) rows = await findDeepPage(db, reach, search, offset)
  else return undefined
  return { ...sums, rows, pageSize: PAGE_SIZE }
}

/** A small result: claims of one number or one member. */
async function findByKeys(db: Db, reach: Reach, search: ClaimSearchBody, keys: Sql[]): Promise<ClaimList> {
  const matching = sql`
    from claim r join network_provider n on n.npi = r.npi
    where ${allOf([...keys, ...withinDays(search), isReached(reach)])} ${inStatus(sql`r`, search)}`
  const rows = await readSorted(db, sql`select r.* ${matching}`, search, (search.page ?? 0) * PAGE_SIZE)
  const added = await sql<Pick<ClaimList, 'total' | 'totalBilled' | 'totalPaid'>>`
    select count(*)::int as total, coalesce(sum(r.billed_amount), 0)::text as "totalBilled",
      coalesce(sum(r.paid_amount), 0)::text as "totalPaid" ${matching}`.execute(db)
  const [sums] = added.rows
  if (!sums) throw new Error('Expected exactly one row')
  return { ...sums, rows, pageSize: PAGE_SIZE }
}

/** All claims within reach. Claims of a cohort are read by status, which is the index order, day by day. */
function within(reach: Reach, filter: ClaimFilter): Sql {
  const days = allOf(withinDays(filter))
  return sql`
    select r.* from claim_sum_cohort s join claim r on r.cohort_id = s.cohort_id and r.status = s.status
    where s.cohort_id = any(${reach.cohorts}::int[]) and s.claims > 0 and ${days} ${inStatus(sql`s`, filter)}
    union all
    select r.* from claim r where r.npi = any(${reach.npis}::text[]) and ${days} ${inStatus(sql`r`, filter)}`
}

async function readSorted(db: Db, claims: Sql, search: ClaimSearchBody, offset: number): Promise<ClaimRow[]> {
  const direction = (search.descending ?? true) ? sql`desc nulls last` : sql`asc nulls last`
  const order = sql`${sql.ref(`r.${CLAIM_SORTS[search.sort ?? 'serviceDate']}`)} ${direction}, r.claim_number`
  const { rows } = await sql<ClaimRow>`
    select ${SHOWN} from (
      select r.* from (${claims}) r order by ${order} limit ${PAGE_SIZE} offset ${offset}
    ) r left join provider p on p.npi = r.npi order by ${order}`.execute(db)
  return withShownNames(rows, 'providerName')
}

/**
 * A page among the newest. Claims lie in ranges of the index, each newest first. Once the ranges have enough claims
 * from some day on to fill the pages up to this one, nothing older is read.
 */
async function findNewest(db: Db, reach: Reach, search: ClaimSearchBody, offset: number): Promise<ClaimRow[]> {
  const days = allOf(withinDays(search))
  const wanted = offset + PAGE_SIZE
  const inRanges = (from: Sql, part: Sql) => sql`
    select c.* from claim_sum_cohort s cross join lateral (
        select r.service_date, r.claim_number from claim r
        where r.cohort_id = s.cohort_id and r.status = s.status and ${days} ${from}
        order by r.service_date desc, r.claim_number ${part}) c
      where s.cohort_id = any(${reach.cohorts}::int[]) and s.claims > 0 ${inStatus(sql`s`, search)}
    union all
    select c.* from unnest(${reach.npis}::text[]) n (npi) cross join lateral (
        select r.service_date, r.claim_number from claim r
        where r.npi = n.npi and ${days} ${inStatus(sql`r`, search)} ${from}
        order by r.service_date desc, r.claim_number ${part}) c`
  const { rows } = await sql<ClaimRow>`
    with share as materialized (
      select greatest(1, ceil(${wanted}::numeric / greatest(1, cardinality(${reach.npis}::text[])
        + (select count(*) from claim_sum_cohort s
           where s.cohort_id = any(${reach.cohorts}::int[]) and s.claims > 0 ${inStatus(sql`s`, search)}))))::int as each),
    oldest as materialized (
      select service_date from (${inRanges(sql``, sql`offset (select each - 1 from share) limit 1`)}) reached
      order by service_date desc
      offset (select ceil(${wanted}::numeric / each)::int - 1 from share) limit 1),
    page as materialized (
      ${inRanges(
        sql`and r.service_date >= coalesce((select service_date from oldest), '-infinity')`,
        sql`limit ${wanted}`,
      )}
      order by service_date desc, claim_number limit ${PAGE_SIZE} offset ${offset})
    select ${SHOWN} from page join claim r on r.claim_number = page.claim_number
    left join provider p on p.npi = r.npi order by r.service_date desc, r.claim_number`.execute(db)
  return withShownNames(rows, 'providerName')
}

/** A page anywhere in the list: the monthly counts show which months it lies in. */
async function findDeepPage(db: Db, reach: Reach, search: ClaimSearchBody, offset: number): Promise<ClaimRow[]> {
  const months = await countByMonth(db, reach, search)
  if (search.descending ?? true) months.reverse()
  const window = windowOf(months, offset, PAGE_SIZE)
  if (!window) return []
  const days = {
    from: [search.from ?? '', window.from].sort().at(-1) ?? '',
    to: [search.to || window.to, window.to].sort()[0] ?? '',
  }
  return readSorted(db, within(reach, { ...search, ...days }), search, window.offset)
}
