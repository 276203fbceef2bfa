import type { ScoInvoice, ScoInvoiceList, ScoInvoiceQuery } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../platform/context.ts'
import { coveredNpis } from '../../platform/covered-npis.ts'
import { PAGE_SIZE } from './page-sizes.ts'
import { walkByNpi } from './walk-by-npi.ts'

const SORTS = {
  invoiceNumber: sql`s.invoice_number`,
  period: sql`s.period`,
  amount: sql`s.amount`,
  status: sql`s.status`,
  dueDate: sql`s.due_date`,
} as const

const columnsOf = (row: RawBuilder<unknown>) => sql`${row}.invoice_number as "invoiceNumber", ${row}.npi, ${row}.period,
  ${row}.amount::text, ${row}.status, coalesce(${row}.due_date::text, '') as "dueDate"`

export async function findScoInvoices({ db, session }: SignedIn, query: ScoInvoiceQuery): Promise<ScoInvoiceList> {
  const covered = sql`s.npi in (${coveredNpis(session.accountId, 'SCOINV')})`
  const where = query.npi ? sql`${covered} and s.npi = ${query.npi}` : covered
  const direction = (query.descending ?? true) ? sql`desc nulls last` : sql`asc nulls last`
  const [list, totals] = await Promise.all([
    sql<ScoInvoice>`
      select ${columnsOf(sql`s`)}, coalesce(p.name, '') as "providerName"
      from sco_invoice s left join provider p on p.npi = s.npi where ${where}
      order by ${SORTS[query.sort ?? 'period']} ${direction}, s.invoice_number desc
      limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`.execute(db),
    sql<{ total: string; amount: string }>`
      select count(*) as total, coalesce(sum(s.amount), 0)::text as amount
      from sco_invoice s where ${where}`.execute(db),
  ])
  const sums = totals.rows[0]
  return { rows: list.rows, total: Number(sums?.total ?? 0), totalAmount: sums?.amount ?? '0', pageSize: PAGE_SIZE }
}

/** The next invoices after the last one read, by provider and newest first, for an export. */
export const scoInvoicesAfter =
  ({ db, session }: SignedIn, npi: string | undefined) =>
  async (last: ScoInvoice | undefined, limit: number): Promise<ScoInvoice[]> => {
    const after = last
      ? sql`and (n.npi > ${last.npi} or s.period < ${last.period}
        or (s.period = ${last.period} and s.invoice_number > ${last.invoiceNumber}))`
      : sql``
    const { rows } = await walkByNpi<ScoInvoice>({
      accountId: session.accountId,
      permission: 'SCOINV',
      npi,
      lastNpi: last?.npi,
      rowsOfNpi: sql`select * from sco_invoice s where s.npi = n.npi ${after}
      order by s.period desc, s.invoice_number limit ${limit}`,
      columns: columnsOf(sql`r`),
      order: sql`r.period desc, r.invoice_number`,
      limit,
    }).execute(db)
    return rows
  }
