import type { ScoCase, ScoCaseList, ScoCaseQuery } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../platform/context.ts'
import { coveredNpis } from '../../platform/covered-npis.ts'
import { PAGE_SIZE } from './page-sizes.ts'
import { walkByNpi } from './walk-by-npi.ts'

const SORTS = {
  caseId: sql`s.case_id`,
  opened: sql`s.opened`,
  status: sql`s.status`,
  nextReview: sql`s.next_review`,
} as const

const columnsOf = (row: RawBuilder<unknown>) => sql`${row}.case_id as "caseId", ${row}.npi,
  ${row}.member_id as "memberId", ${row}.opened::text, ${row}.status,
  coalesce(${row}.next_review::text, '') as "nextReview", coalesce(${row}.care_manager, '') as "careManager"`

export async function findScoCases({ db, session }: SignedIn, query: ScoCaseQuery): Promise<ScoCaseList> {
  const covered = sql`s.npi in (${coveredNpis(session.accountId, 'SCOTRK')})`
  const where = query.npi ? sql`${covered} and s.npi = ${query.npi}` : covered
  const direction = (query.descending ?? true) ? sql`desc nulls last` : sql`asc nulls last`
  const [list, totals] = await Promise.all([
    sql<ScoCase>`
      select ${columnsOf(sql`s`)}, coalesce(p.name, '') as "providerName"
      from sco_case s left join provider p on p.npi = s.npi where ${where}
      order by ${SORTS[query.sort ?? 'opened']} ${direction}, s.case_id desc
      limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`.execute(db),
    sql<{ total: string }>`select count(*) as total from sco_case s where ${where}`.execute(db),
  ])
  return { rows: list.rows, total: Number(totals.rows[0]?.total ?? 0), pageSize: PAGE_SIZE }
}

/** The next cases after the last one read, by provider and newest first, for an export. */
export const scoCasesAfter =
  ({ db, session }: SignedIn, npi: string | undefined) =>
  async (last: ScoCase | undefined, limit: number): Promise<ScoCase[]> => {
    const after = last
      ? sql`and (n.npi > ${last.npi} or s.opened < ${last.opened}
        or (s.opened = ${last.opened} and s.case_id > ${last.caseId}))`
      : sql``
    const { rows } = await walkByNpi<ScoCase>({
      accountId: session.accountId,
      permission: 'SCOTRK',
      npi,
      lastNpi: last?.npi,
      rowsOfNpi: sql`select * from sco_case s where s.npi = n.npi ${after}
      order by s.opened desc, s.case_id limit ${limit}`,
      columns: columnsOf(sql`r`),
      order: sql`r.opened desc, r.case_id`,
      limit,
    }).execute(db)
    return rows
  }
