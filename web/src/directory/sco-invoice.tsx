import { exportScoInvoices, getScoInvoiceNpis, listScoInvoices } from '@portico/core/directory/calls'
import type { ScoInvoice } from '@portico/core/directory/shapes'
import { countOf } from '../kit/count-of.ts'
import type { Column } from '../kit/data-table.tsx'
import { formatCalendarDay } from '../kit/format-day.ts'
import { useListAddress } from '../shell/list-address.ts'
import { useCall } from '../shell/use-call.ts'
import { formatAmount, formatPeriod } from './formats.ts'
import { PortalFunction } from './portal-function.tsx'
import { ProviderCell } from './provider-cell.tsx'
import { ofProvider, ProviderRecords } from './provider-records.tsx'
import { StatusTag } from './status-tag.tsx'

const NEWEST_FIRST = {
  fields: ofProvider,
  sorts: ['period', 'invoiceNumber', 'amount', 'status', 'dueDate'],
  descending: true,
} as const

const columns: Column<ScoInvoice>[] = [
  {
    key: 'invoiceNumber',
    header: 'Invoice',
    kind: 'num',
    cell: (row) => row.invoiceNumber,
    sortBy: (row) => row.invoiceNumber,
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusTag status={row.status} />, sortBy: (row) => row.status },
  { key: 'provider', header: 'Provider', cell: (row) => <ProviderCell of={row} /> },
  { key: 'period', header: 'Period', cell: (row) => formatPeriod(row.period), sortBy: (row) => row.period },
  {
    key: 'amount',
    header: 'Amount',
    kind: 'amount',
    cell: (row) => formatAmount(row.amount),
    sortBy: (row) => row.amount,
  },
  {
    key: 'dueDate',
    header: 'Due',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatCalendarDay(row.dueDate) || '—'}</span>,
    sortBy: (row) => row.dueDate,
  },
]

export function ScoInvoices() {
  return (
    <PortalFunction intro="Senior Care Options: what your providers invoiced month by month, and where each invoice stands.">
      <InvoiceList />
    </PortalFunction>
  )
}

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
