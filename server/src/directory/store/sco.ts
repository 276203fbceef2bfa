import {
  PAGE_SIZE,
  type ScoCase,
  type ScoCaseList,
  type ScoInvoice,
  type ScoInvoiceList,
} from '@portico/core/directory/api'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { coveredNpis } from '../../platform/covered-npis.ts'
import type { Database } from '../../platform/schema.ts'

type Db = Kysely<Database>
type Query = { npi?: string | undefined; page?: number | undefined }

function allowed(accountId: string, permission: string, npi: string | undefined): RawBuilder<unknown> {
  const covered = sql`s.npi in (${coveredNpis(accountId, permission)})`
  return npi ? sql`${covered} and s.npi = ${npi}` : covered
}

const caseColumns = sql`s.case_id as "caseId", s.npi, s.member_id as "memberId", s.opened::text, s.status,
  coalesce(s.next_review::text, '') as "nextReview", coalesce(s.care_manager, '') as "careManager"`

export async function findScoCases(db: Db, accountId: string, query: Query): Promise<ScoCaseList> {
  const { rows } = await sql<ScoCase & { total: string }>`
    select ${caseColumns}, count(*) over () as total from sco_case s
    where ${allowed(accountId, 'SCOTRK', query.npi)}
    order by s.opened desc, s.case_id desc limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`.execute(db)
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: Number(rows[0]?.total ?? 0),
    pageSize: PAGE_SIZE,
  }
}

export async function findScoCasesAfter(
  db: Db,
  accountId: string,
  npi: string | undefined,
  after: ScoCase | undefined,
  limit: number,
) {
  const place = after ? sql`and (s.opened, s.case_id) < (${after.opened}::date, ${after.caseId})` : sql``
  const { rows } = await sql<ScoCase>`
    select ${caseColumns} from sco_case s where ${allowed(accountId, 'SCOTRK', npi)} ${place}
    order by s.opened desc, s.case_id desc limit ${limit}`.execute(db)
  return rows
}

const invoiceColumns = sql`s.invoice_number as "invoiceNumber", s.npi, s.period, s.amount::text, s.status,
  coalesce(s.due_date::text, '') as "dueDate"`

export async function findScoInvoices(db: Db, accountId: string, query: Query): Promise<ScoInvoiceList> {
  const { rows } = await sql<ScoInvoice & { total: string; total_amount: string }>`
    select ${invoiceColumns}, count(*) over () as total, (sum(s.amount) over ())::text as total_amount
    from sco_invoice s where ${allowed(accountId, 'SCOINV', query.npi)}
    order by s.period desc, s.invoice_number desc
    limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`.execute(db)
  return {
    rows: rows.map(({ total: _total, total_amount: _amount, ...row }) => row),
    total: Number(rows[0]?.total ?? 0),
    totalAmount: rows[0]?.total_amount ?? '0',
    pageSize: PAGE_SIZE,
  }
}

export async function findScoInvoicesAfter(
  db: Db,
  accountId: string,
  npi: string | undefined,
  after: ScoInvoice | undefined,
  limit: number,
) {
  const place = after ? sql`and (s.period, s.invoice_number) < (${after.period}, ${after.invoiceNumber})` : sql``
  const { rows } = await sql<ScoInvoice>`
    select ${invoiceColumns} from sco_invoice s where ${allowed(accountId, 'SCOINV', npi)} ${place}
    order by s.period desc, s.invoice_number desc limit ${limit}`.execute(db)
  return rows
}
