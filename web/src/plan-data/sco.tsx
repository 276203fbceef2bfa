import type { Call, Description } from '@portico/core/call'
import { formatPeriod } from '@portico/core/forms/moments'
import * as calls from '@portico/core/plan-data/calls'
import type { ExportQuery, ScoCase, ScoInvoice } from '@portico/core/plan-data/shapes'
import type { ComponentProps } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import type { Column } from '#kit/data-table.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { portalFunction } from '#shell/layout/portal-function.tsx'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { ListHead } from '#shell/lists/list-head.tsx'
import { PagedTable, type Rows } from '#shell/lists/paged-table.tsx'
import { amountColumn, dayColumn, providerColumn, statusColumn } from './columns.tsx'
import { keyOf } from './formats.ts'
import { ProviderPicker } from './provider-picker.tsx'

/** One provider or all. */
const fields = { npi: anyText }

const caseColumns: Column<ScoCase>[] = [
  { key: 'caseId', header: 'Case', kind: 'num', sortBy: true },
  statusColumn,
  providerColumn,
  { key: 'memberId', header: 'Member ID', kind: 'num' },
  dayColumn('opened', 'Opened'),
  dayColumn('nextReview', 'Next review'),
  { key: 'careManager', header: 'Care manager', cell: (row) => row.careManager || '—' },
]
const NEWEST_CASE_FIRST = { fields, sorts: ['opened', 'caseId', 'status', 'nextReview'], descending: true } as const

export const ScoTrakker = portalFunction(
  'Senior Care Options cases of your members, with each care manager and next review.',
  function ScoCases() {
    const address = useListAddress(NEWEST_CASE_FIRST)
    return (
      <ProviderRecords
        address={address}
        list={useCall(calls.listScoCases, { query: address.query, keepPrevious: true })}
        rowsLabel="cases"
        data="Case data"
        picker={{ call: calls.getScoTrakkerNpis, permId: 'SCOTRK' }}
        file={{ call: calls.exportScoCases, fileName: 'sco-cases.csv' }}
        columns={caseColumns}
        rowKey={(row, index) => keyOf(row.caseId, index)}
        summary={(list) => countOf(list.total, 'case', 'cases')}
      />
    )
  },
)

const invoiceColumns: Column<ScoInvoice>[] = [
  { key: 'invoiceNumber', header: 'Invoice', kind: 'num', sortBy: true },
  statusColumn,
  providerColumn,
  { key: 'period', header: 'Period', cell: (row) => formatPeriod(row.period), sortBy: true },
  amountColumn('amount', 'Amount'),
  dayColumn('dueDate', 'Due'),
]
const invoiceSorts = ['period', 'invoiceNumber', 'amount', 'status', 'dueDate'] as const
const NEWEST_INVOICE_FIRST = { fields, sorts: invoiceSorts, descending: true } as const

export const ScoInvoices = portalFunction(
  'Senior Care Options invoices of your providers by month, with the status of each.',
  function InvoiceList() {
    const address = useListAddress(NEWEST_INVOICE_FIRST)
    return (
      <ProviderRecords
        address={address}
        list={useCall(calls.listScoInvoices, { query: address.query, keepPrevious: true })}
        rowsLabel="invoices"
        data="Invoice data"
        picker={{ call: calls.getScoInvoiceNpis, permId: 'SCOINV' }}
        file={{ call: calls.exportScoInvoices, fileName: 'sco-invoices.csv' }}
        columns={invoiceColumns}
        rowKey={(row) => row.invoiceNumber}
        summary={(list) => `${countOf(list.total, 'invoice', 'invoices')}, ${formatAmount(list.totalAmount)} in total,`}
      />
    )
  },
)

type ProviderRecordsProps<List extends Rows<unknown> & { asOf?: string }> = Pick<
  ComponentProps<typeof PagedTable<List>>,
  'list' | 'rowsLabel' | 'columns' | 'rowKey'
> & {
  address: Omit<ListAddress<typeof fields>, 'query'>
  picker: Pick<ComponentProps<typeof ProviderPicker>, 'call' | 'permId'>
  /** For example 'Case data', in the line that says from when it is. */
  data: string
  file: { call: Call<Description & { query: typeof ExportQuery }>; fileName: string }
  /** For example '12 cases', with other totals. */
  summary: (list: List) => string
}

/** Records of the user's providers: filtered, sorted, in pages, and as a file. */
function ProviderRecords<List extends Rows<unknown> & { asOf?: string }>(props: ProviderRecordsProps<List>) {
  const { address, rowsLabel, picker, file, summary, data, ...table } = props
  const { npi } = address.filter
  return (
    <div className="stack">
      <Card>
        <search className="alone">
          <ProviderPicker {...picker} npi={npi} onPick={(wanted) => address.setFilter({ npi: wanted })} />
        </search>
      </Card>
      <Card>
        <PagedTable
          {...table}
          address={address}
          rowsLabel={rowsLabel}
          head={(list) => (
            <ListHead
              heading={`${summary(list)} for ${npi ? `NPI ${npi}` : 'all your providers'}`}
              {...file}
              query={{ npi: npi || undefined }}
              disabled={list.total === 0}
            />
          )}
          empty={`The plan has no ${rowsLabel} yet.`}
          noMatches={`The plan has no ${rowsLabel} for this provider.`}
        />
        {table.list.state === 'ready' && <AsOf what={data} time={table.list.entity.asOf} />}
      </Card>
    </div>
  )
}
