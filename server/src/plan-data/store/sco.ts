import type {
  ScoCase,
  ScoCaseList,
  ScoCaseQuery,
  ScoInvoice,
  ScoInvoiceList,
  ScoInvoiceQuery,
} from '@portico/core/plan-data/shapes'
import { sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { findAsOf } from './as-of.ts'
import { findRecords, type Records, recordsAfter } from './records.ts'

const CASES: Records<ScoCase, NonNullable<ScoCaseQuery['sort']>> = {
  permission: 'SCOTRK',
  table: 'sco_case',
  columns: sql`r.case_id as "caseId", r.npi, r.member_id as "memberId", r.opened::text, r.status,
    coalesce(r.next_review::text, '') as "nextReview", coalesce(r.care_manager, '') as "careManager"`,
  sorts: { caseId: 'case_id', opened: 'opened', status: 'status', nextReview: 'next_review' },
  newest: 'opened',
  number: 'caseId',
  lastNumberFirst: true,
  sums: {},
}

const INVOICES: Records<ScoInvoice, NonNullable<ScoInvoiceQuery['sort']>, 'totalAmount'> = {
  permission: 'SCOINV',
  table: 'sco_invoice',
  columns: sql`r.invoice_number as "invoiceNumber", r.npi, r.period, r.amount::text, r.status,
    coalesce(r.due_date::text, '') as "dueDate"`,
  sorts: { invoiceNumber: 'invoice_number', period: 'period', amount: 'amount', status: 'status', dueDate: 'due_date' },
  newest: 'period',
  number: 'invoiceNumber',
  lastNumberFirst: true,
  sums: { totalAmount: 'amount' },
}

export async function findScoCases(context: SignedIn, query: ScoCaseQuery): Promise<ScoCaseList> {
  const list = await findRecords(context, CASES, query)
  return { ...list, ...(await findAsOf(context.db, 'sco-cases')) }
}

export async function findScoInvoices(context: SignedIn, query: ScoInvoiceQuery): Promise<ScoInvoiceList> {
  const list = await findRecords(context, INVOICES, query)
  return { ...list, ...(await findAsOf(context.db, 'sco-invoices')) }
}

/** The next rows after the last one read, by provider and newest first, for an export. */
export const scoCasesAfter = (context: SignedIn, npi?: string) => recordsAfter(context, CASES, npi)
export const scoInvoicesAfter = (context: SignedIn, npi?: string) => recordsAfter(context, INVOICES, npi)
