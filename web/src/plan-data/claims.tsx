import { writeTotal } from '@portico/core/forms/amounts'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { formatLongCalendarDay } from '@portico/core/forms/moments'
import { claimStatuses, exportClaims, getClaimNpis, openClaim, searchClaims } from '@portico/core/plan-data/calls'
import { checkDays } from '@portico/core/plan-data/forms'
import type { ClaimList, ClaimRow } from '@portico/core/plan-data/shapes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Button, TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import type { Column } from '#kit/data-table.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { SelectField } from '#kit/select-field.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { TextField } from '#kit/text-field.tsx'
import { Tiles } from '#kit/tiles.tsx'
import { type ScreenForm, useScreenForm } from '#shell/forms/screen-form.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { ProviderServices } from '#shell/layout/layout.tsx'
import { portalFunction, useBadPage } from '#shell/layout/portal-function.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { ListHead } from '#shell/lists/list-head.tsx'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { amountColumn, dayColumn, providerColumn, StatusTag, statusColumn } from './columns.tsx'
import { formatPaid, formatStatus, keyOf } from './formats.ts'
import { ProviderPicker } from './provider-picker.tsx'

const NEWEST_FIRST = {
  fields: { npi: anyText, from: anyText, to: anyText, claimNumber: anyText, memberId: anyText, status: anyText },
  sorts: ['serviceDate', 'claimNumber', 'billed', 'paid', 'status'],
  descending: true,
  // Claim numbers and member IDs must not appear in URLs.
  hiddenFields: ['claimNumber', 'memberId'],
} as const

const buildColumns = (open: (claimNumber: string) => void): Column<ClaimRow>[] => [
  {
    key: 'claimNumber',
    header: 'Claim',
    cell: (row) => <TextButton onClick={() => open(row.claimNumber)}>{row.claimNumber}</TextButton>,
    sortBy: true,
  },
  {
    ...statusColumn,
    cell: (row) => (
      <>
        <StatusTag status={row.status} />
        {row.denialReason && <span className="under soft small">{row.denialReason}</span>}
      </>
    ),
  },
  dayColumn('serviceDate', 'Service date'),
  providerColumn,
  { key: 'memberId', header: 'Member ID', kind: 'num' },
  amountColumn('billed', 'Billed'),
  amountColumn('paid', 'Paid'),
]

export const Claims = portalFunction(
  'Your providers’ claims in the plan’s records. Choose a provider or dates to narrow the list.',
  ClaimSearch,
)

function ClaimSearch() {
  const address = useListAddress(NEWEST_FIRST)
  const [opened, setOpened] = useState('')
  const { sort, descending, page, ...exportQuery } = address.query
  const found = useCall(searchClaims, { query: address.query, keepPrevious: true, dropOnUnmount: true })
  return (
    <div className="stack">
      <Card>
        <ClaimFilterForm filter={address.filter} onSearch={address.setFilter} />
      </Card>
      {found.state === 'ready' && <ClaimTotals list={found.entity} />}
      <Card>
        <PagedTable
          list={found}
          address={address}
          rowsLabel="claims"
          caption="Claims"
          head={({ total }) => (
            <ListHead
              heading="Claims"
              call={exportClaims}
              query={exportQuery}
              fileName="claims.csv"
              disabled={total === 0}
            />
          )}
          columns={buildColumns(setOpened)}
          rowKey={(row, index) => keyOf(row.claimNumber, index)}
          empty="The plan has no claims for your providers yet."
          noMatches="No claims match. Try fewer details or other dates."
        />
        {found.state === 'ready' && <AsOf what="Claims data" time={found.entity.asOf} />}
      </Card>
      <ClaimDetailDialog claimNumber={opened} onClose={() => setOpened('')} />
    </div>
  )
}

function ClaimTotals({ list }: { list: ClaimList }) {
  const about = list.roughly ? `${list.roughly} ` : ''
  return (
    <Tiles
      tiles={[
        { label: list.total === 1 ? 'claim' : 'claims', value: writeTotal(list) },
        { label: 'billed', value: `${about}${formatAmount(list.totalBilled)}` },
        { label: 'paid', value: `${about}${formatAmount(list.totalPaid)}` },
      ]}
    />
  )
}

const EMPTY = { npi: '', from: '', to: '', claimNumber: '', memberId: '', status: '' }

type ClaimFilterFormProps = { filter: typeof EMPTY; onSearch: (filter: typeof EMPTY) => void }

function ClaimFilterForm({ filter, onSearch }: ClaimFilterFormProps) {
  const [npi, setNpi] = useState(filter.npi)
  const form = useScreenForm(filter, checkDays)
  useBadPage(form.bad)
  const searchedFor = JSON.stringify(filter)
  const filledWith = useRef(searchedFor)
  const fill = useEffectEvent((next: string) => {
    if (filledWith.current === next) return
    filledWith.current = next
    form.reset(filter)
    setNpi(filter.npi)
  })
  // Back restores the form of the earlier search.
  useEffect(() => fill(searchedFor), [searchedFor])
  const search = ({ from, to, claimNumber, memberId, status }: typeof EMPTY) =>
    onSearch({ npi, from, to, status, claimNumber: claimNumber.trim(), memberId: memberId.trim() })
  const clear = () => {
    form.reset(EMPTY)
    setNpi('')
    onSearch(EMPTY)
  }
  return (
    <search>
      <form noValidate onSubmit={form.onValid(search)}>
        <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
        <div className="filter-grid">
          <ProviderPicker call={getClaimNpis} npi={npi} onPick={setNpi} />
          <TextField label="Service date from" type="date" {...form.field('from')} />
          <TextField label="Service date to" type="date" {...form.field('to')} />
          <TextField label="Claim number" autoComplete="off" maxLength={40} {...form.field('claimNumber')} />
          <StatusField form={form} chosen={filter.status} />
          <TextField label="Member ID" autoComplete="off" maxLength={40} {...form.field('memberId')} />
        </div>
        <div className="row">
          <Button type="submit">Search</Button>
          <TextButton onClick={clear}>Clear all</TextButton>
        </div>
      </form>
    </search>
  )
}

/** Statuses that occur, and a status from the URL that does not. */
function StatusField({ form, chosen }: { form: ScreenForm<typeof EMPTY>; chosen: string }) {
  const found = useCall(claimStatuses, { cached: true })
  const occurring = found.state === 'ready' ? found.entity : []
  const offered = chosen === '' || occurring.includes(chosen) ? occurring : [...occurring, chosen]
  return (
    <SelectField
      label="Status"
      placeholder="All statuses"
      options={offered.map((status) => ({ value: status, label: formatStatus(status) }))}
      {...form.field('status')}
    />
  )
}

type ClaimDetailDialogProps = { claimNumber: string; onClose: () => void }

/** Details of one claim, over the list. */
function ClaimDetailDialog({ claimNumber, onClose }: ClaimDetailDialogProps) {
  return (
    <Dialog
      open={claimNumber !== ''}
      heading={`Claim ${claimNumber}`}
      onClose={onClose}
      actions={
        <Button look="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Facts claimNumber={claimNumber} />
    </Dialog>
  )
}

function Facts({ claimNumber }: { claimNumber: string }) {
  const loaded = useCall(openClaim, { query: { claimNumber } })
  return (
    <Loading of={loaded} label="Loading the claim" lines={8}>
      {(claim) => (
        <>
          <SummaryList
            across
            items={[
              { term: 'Status', value: <StatusTag status={claim.status} /> },
              ...(claim.denialReason ? [{ term: 'Reason', value: claim.denialReason }] : []),
              { term: 'Service date', value: formatLongCalendarDay(claim.serviceDate) },
              { term: 'Provider', value: claim.providerName },
              { term: 'NPI', value: <span className="num">{claim.npi}</span> },
              { term: 'Member', value: claim.memberName || 'Not in our member file' },
              { term: 'Member ID', value: <span className="num">{claim.memberId}</span> },
              { term: 'Plan', value: claim.planName || '—' },
              { term: 'Billed', value: formatAmount(claim.billed) },
              { term: 'Paid', value: formatPaid(claim) },
              ...(claim.memberOwes ? [{ term: 'Member owes', value: formatAmount(claim.memberOwes) }] : []),
            ]}
          />
          <h3 className="after-facts">Questions about this claim?</h3>
          <ProviderServices />
        </>
      )}
    </Loading>
  )
}
