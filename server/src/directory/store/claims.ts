import type { ClaimDetail, ClaimFilter, ClaimList, ClaimRow, ClaimSearchBody } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../platform/context.ts'
import { coveredNpis } from '../../platform/covered-npis.ts'
import { PAGE_SIZE } from './page-sizes.ts'
import { walkByNpi } from './walk-by-npi.ts'

const SORTS = {
  serviceDate: sql`c.service_date`,
  claimNumber: sql`c.claim_number`,
  billed: sql`c.billed_amount`,
  paid: sql`c.paid_amount`,
  status: sql`c.status`,
} as const

const columnsOf = (claim: RawBuilder<unknown>) => sql`${claim}.claim_number as "claimNumber", ${claim}.npi,
  ${claim}.member_id as "memberId", ${claim}.service_date::text as "serviceDate",
  ${claim}.billed_amount::text as billed, coalesce(${claim}.paid_amount::text, '') as paid, ${claim}.status`
const claimColumns = sql`${columnsOf(sql`c`)}, coalesce(p.name, '') as "providerName"`

function narrowed(filter: ClaimFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.npi) conditions.push(sql`c.npi = ${filter.npi}`)
  if (filter.from) conditions.push(sql`c.service_date >= ${filter.from}`)
  if (filter.to) conditions.push(sql`c.service_date <= ${filter.to}`)
  // Numbers are copied by hand, often in small letters.
  if (filter.claimNumber) conditions.push(sql`c.claim_number in (${filter.claimNumber}, upper(${filter.claimNumber}))`)
  if (filter.memberId) conditions.push(sql`c.member_id = ${filter.memberId}`)
  return conditions
}

/** Only claims of the providers this person's grants cover; the filter narrows that, never widens it. */
function allowed({ session }: SignedIn, filter: ClaimFilter): RawBuilder<unknown> {
  return sql.join([sql`c.npi in (${coveredNpis(session.accountId, 'CLAIM')})`, ...narrowed(filter)], sql` and `)
}

export async function findClaims(context: SignedIn, search: ClaimSearchBody): Promise<ClaimList> {
  const { db } = context
  const where = allowed(context, search)
  const direction = (search.descending ?? true) ? sql`desc nulls last` : sql`asc nulls last`
  const [list, totals] = await Promise.all([
    sql<ClaimRow>`
      select ${claimColumns} from claim c left join provider p on p.npi = c.npi where ${where}
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

export async function findClaim(context: SignedIn, claimNumber: string): Promise<ClaimDetail | undefined> {
  const { rows } = await sql<ClaimDetail>`
    select ${claimColumns}, coalesce(m.first_name || ' ' || m.last_name, '') as "memberName",
      coalesce(m.plan_name, '') as "planName"
    from claim c left join provider p on p.npi = c.npi left join member m on m.member_id = c.member_id
    where ${allowed(context, {})} and c.claim_number = ${claimNumber}`.execute(context.db)
  return rows[0]
}

/** The next claims after the last one read, by provider and newest first, for an export. */
export const claimsAfter =
  ({ db, session }: SignedIn, filter: ClaimFilter) =>
  async (last: ClaimRow | undefined, limit: number): Promise<ClaimRow[]> => {
    const conditions = [sql`c.npi = n.npi`, ...narrowed(filter)]
    if (last)
      conditions.push(sql`(n.npi > ${last.npi} or c.service_date < ${last.serviceDate}
        or (c.service_date = ${last.serviceDate} and c.claim_number > ${last.claimNumber}))`)
    const { rows } = await walkByNpi<ClaimRow>({
      accountId: session.accountId,
      permission: 'CLAIM',
      npi: filter.npi,
      lastNpi: last?.npi,
      rowsOfNpi: sql`select * from claim c where ${sql.join(conditions, sql` and `)}
        order by c.service_date desc, c.claim_number limit ${limit}`,
      columns: columnsOf(sql`r`),
      order: sql`r.service_date desc, r.claim_number`,
      limit,
    }).execute(db)
    return rows
  }
