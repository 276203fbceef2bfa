import { formatCalendarDay, formatPeriod } from '@portico/core/forms/moments'
import type { ExportQuery, ScoCase, ScoInvoice } from '@portico/core/plan-data/shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { scoCasesAfter, scoInvoicesAfter } from '../store/sco.ts'
import { csvFile, dateColumns } from './export-csv.ts'

export const exportScoCases = (context: SignedIn, { npi }: ExportQuery): Promise<Outcome<FileReply>> =>
  csvFile('sco-cases.csv', scoCasesAfter(context, npi), {
    Case: (row) => row.caseId,
    NPI: (row) => row.npi,
    Provider: (row) => row.providerName,
    'Member ID': (row) => row.memberId,
    ...dateColumns('Opened', (row: ScoCase) => row.opened, formatCalendarDay),
    Status: (row) => row.status,
    ...dateColumns('Next review', (row: ScoCase) => row.nextReview, formatCalendarDay),
    'Care manager': (row) => row.careManager,
  })

export const exportScoInvoices = (context: SignedIn, { npi }: ExportQuery): Promise<Outcome<FileReply>> =>
  csvFile('sco-invoices.csv', scoInvoicesAfter(context, npi), {
    Invoice: (row) => row.invoiceNumber,
    NPI: (row) => row.npi,
    Provider: (row) => row.providerName,
    ...dateColumns('Period', (row: ScoInvoice) => row.period, formatPeriod),
    Amount: (row) => row.amount,
    Status: (row) => row.status,
    ...dateColumns('Due', (row: ScoInvoice) => row.dueDate, formatCalendarDay),
  })
