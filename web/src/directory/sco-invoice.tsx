import { exportScoInvoices, getScoInvoiceNpis, listScoInvoices } from '@portico/core/directory/calls'
import type { ScoInvoice } from '@portico/core/directory/shapes'
import { countOf } from '../kit/count-of.ts'
import type { Column } from '../kit/data-table.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { useCall } from '../shell/use-call.ts'
import { amountColumn, dayColumn, providerColumn, statusColumn } from './columns.tsx'
import { formatAmount, formatPeriod } from './formats.ts'
import { portalFunction } from './portal-function.tsx'
import { ofProvider, ProviderRecords } from './provider-records.tsx'

const NEWEST_FIRST = {
  fields: ofProvider,
  sorts: ['period', 'invoiceNumber', 'amount', 'status', 'dueDate'],
  descending: true,
} as const

const columns: Column<ScoInvoice>[] = [
  { key: 'invoiceNumber', header: 'Invoice', kind: 'num', sortBy: true },
  statusColumn,
  providerColumn,
  { key: 'period', header: 'Period', cell: (row) => formatPeriod(row.period), sortBy: true },
  amountColumn('amount', 'Amount'),
  dayColumn('dueDate', 'Due'),
]

export const ScoInvoices = portalFunction(
  'Senior Care Options: what your providers invoiced month by month, and where each invoice stands.',
  InvoiceList,
)

function InvoiceList() {
  const address = useListAddress(NEWEST_FIRST)
  const list = useCall(listScoInvoices, { query: address.asked, keepPrevious: true })
  return (
    <ProviderRecords
      address={address}
      list={list}
      what="invoices"
      picker={{ call: getScoInvoiceNpis, permId: 'SCOINV' }}
      file={{ call: exportScoInvoices, fileName: 'sco-invoices.csv' }}
      columns={columns}
      rowKey={(row) => row.invoiceNumber}
      summary={(list) => `${countOf(list.total, 'invoice', 'invoices')}, ${formatAmount(list.totalAmount)} in all,`}
    />
  )
}
