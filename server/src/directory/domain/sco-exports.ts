import type { ExportQuery } from '@portico/core/directory/shapes'
import type { SignedIn } from '../../platform/context.ts'
import type { FileReply } from '../../platform/http/mount.ts'
import type { Outcome } from '../../platform/outcome.ts'
import { scoCasesAfter, scoInvoicesAfter } from '../store/sco.ts'
import { csvFile } from './export-csv.ts'

export const exportScoCases = (context: SignedIn, { npi }: ExportQuery): Promise<Outcome<FileReply>> =>
  csvFile('sco-cases.csv', scoCasesAfter(context, npi), {
    Case: (row) => row.caseId,
    NPI: (row) => row.npi,
    Provider: (row) => row.providerName,
    'Member ID': (row) => row.memberId,
    Opened: (row) => row.opened,
    Status: (row) => row.status,
    'Next review': (row) => row.nextReview,
    'Care manager': (row) => row.careManager,
  })

export const exportScoInvoices = (context: SignedIn, { npi }: ExportQuery): Promise<Outcome<FileReply>> =>
  csvFile('sco-invoices.csv', scoInvoicesAfter(context, npi), {
    Invoice: (row) => row.invoiceNumber,
    NPI: (row) => row.npi,
    Provider: (row) => row.providerName,
    Period: (row) => row.period,
    Amount: (row) => row.amount,
    Status: (row) => row.status,
    Due: (row) => row.dueDate,
  })
