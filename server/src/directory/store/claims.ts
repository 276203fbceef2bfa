import {
  type ClaimDetail,
  type ClaimFilter,
  type ClaimList,
  type ClaimRow,
  type ClaimSearchBody,
  PAGE_SIZE,
} from '@portico/core/directory/api'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { coveredNpis } from '../../platform/covered-npis.ts'
import type { Database } from '../../platform/schema.ts'

type Db = Kysely<Database>

const SORTS = {
  serviceDate: sql`c.service_date`,
  claimNumber: sql`c.claim_number`,
  billed: sql`c.billed_amount`,
  paid: sql`c.paid_amount`,
  status: sql`c.status`,
} as const

const row = sql`c.claim_number as "claimNumber", c.npi, coalesce(p.name, '') as "providerName",
  c.member_id as "memberId", c.service_date::text as "serviceDate", c.billed_amount::text as billed,
  coalesce(c.paid_amount::text, '') as paid, c.status`

/** Only claims of the providers this person's grants cover; the filter narrows that, never widens it. */
function allowed(accountId: string, filter: ClaimFilter): RawBuilder<unknown> {
  const conditions = [sql`c.npi in (${coveredNpis(accountId, 'CLAIM')})`]
  if (filter.npi) conditions.push(sql`c.npi = ${filter.npi}`)
  if (filter.from) conditions.push(sql`c.service_date >= ${filter.from}`)
  if (filter.to) conditions.push(sql`c.service_date <= ${filter.to}`)
  if (filter.claimNumber) conditions.push(sql`c.claim_number = ${filter.claimNumber}`)
  if (filter.memberId) conditions.push(sql`c.member_id = ${filter.memberId}`)
  return sql.join(conditions, sql` and `)
}

export async function findClaims(db: Db, accountId: string, search: ClaimSearchBody): Promise<ClaimList> {
  const where = allowed(accountId, search)
  const direction = (search.descending ?? true) ? sql`desc nulls last` : sql`asc nulls last`
  const [list, totals] = await Promise.all([
    sql<ClaimRow>`
      select ${row} from claim c left join provider p on p.npi = c.npi where ${where}
      order by ${SORTS[search.sort ?? 'serviceDate']} ${direction}, c.claim_number
      limit ${PAGE_SIZE} offset ${(search.page ?? 0) * PAGE_SIZE}`.execute(db),
    sql<{ total: string; billed: string; paid: string }>`
      select count(*) as total, coalesce(sum(c.billed_amount), 0)::text as billed,
        coalesce(sum(c.paid_amount), 0)::text as paid
      from claim c where ${where}`.execute(db),
  ])
  const sums = totals.rows[0]
  return {
    rows: list.rows,
    total: Number(sums?.total ?? 0),
    totalBilled: sums?.billed ?? '0',
    totalPaid: sums?.paid ?? '0',
    pageSize: PAGE_SIZE,
  }
}

export async function findClaim(db: Db, accountId: string, claimNumber: string): Promise<ClaimDetail | undefined> {
  const { rows } = await sql<ClaimDetail>`
    select ${row}, coalesce(m.first_name || ' ' || m.last_name, '') as "memberName", coalesce(m.plan_name, '') as "planName"
    from claim c left join provider p on p.npi = c.npi left join member m on m.member_id = c.member_id
    where ${allowed(accountId, { claimNumber })}`.execute(db)
  return rows[0]
}

/** The next rows after a place in the list, for an export that holds a thousand rows at a time. */
export async function findClaimsAfter(
  db: Db,
  accountId: string,
  filter: ClaimFilter,
  after: { serviceDate: string; claimNumber: string } | undefined,
  limit: number,
): Promise<ClaimRow[]> {
  const place = after
    ? sql`and (c.service_date, c.claim_number) < (${after.serviceDate}::date, ${after.claimNumber})`
    : sql``
  const { rows } = await sql<ClaimRow>`
    select ${row} from claim c left join provider p on p.npi = c.npi
    where ${allowed(accountId, filter)} ${place}
    order by c.service_date desc, c.claim_number desc limit ${limit}`.execute(db)
  return rows
}
