import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { exportManyEligibility } from '@portico/core/plan-data/calls'
import { deductibleLeft } from '@portico/core/plan-data/eligibility-list'
import { useState } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Checkbox } from '#kit/choice.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { Tag } from '#kit/tag.tsx'
import { brand } from '#shell/brands/brand.ts'
import { ListHead } from '#shell/lists/list-head.tsx'
import type { CheckedRow } from './use-checked-list.ts'

const needsAttention = (row: CheckedRow): boolean => !row.found || !row.coveredOnDate

const nameOf = ({ firstName, lastName, asked }: CheckedRow): string =>
  [firstName ?? asked.firstName, lastName ?? asked.lastName].filter(Boolean).join(' ')

/** Amounts are empty if the plan's file has none. */
const amount = (value: string | undefined) => (value ? formatAmount(value) : '')

const COLUMNS: readonly Column<CheckedRow>[] = [
  { key: 'index', header: 'Row', kind: 'num', cell: ({ index }) => index + 1, sortBy: ({ index }) => index },
  {
    key: 'coverage',
    header: 'Coverage',
    cell: (row) => <Coverage row={row} />,
    sortBy: (row) => Number(needsAttention(row)),
  },
  { key: 'name', header: 'Member', breaks: true, cell: nameOf, sortBy: nameOf },
  {
    key: 'memberId',
    header: 'Member ID',
    kind: 'num',
    cell: ({ memberId, asked }) => memberId ?? asked.memberId ?? '',
  },
  { key: 'onDate', header: 'Date of service', cell: ({ onDate }) => (onDate ? formatCalendarDay(onDate) : '') },
  { key: 'plan', header: 'Plan', breaks: true, cell: ({ planName }) => planName ?? '' },
  { key: 'copay', header: 'Copay', kind: 'amount', cell: ({ copayOffice }) => amount(copayOffice) },
  { key: 'deductible', header: 'Deductible left', kind: 'amount', cell: (row) => amount(deductibleLeft(row)) },
  { key: 'pcp', header: 'PCP', breaks: true, cell: (row) => <Pcp row={row} /> },
]

function Coverage({ row }: { row: CheckedRow }) {
  if (!row.found)
    return (
      <>
        <Tag tone="warn">Check this row</Tag> <span className="small">{row.message}</span>
      </>
    )
  return row.coveredOnDate ? <Tag tone="ok">Active</Tag> : <Tag tone="bad">Not active</Tag>
}

function Pcp({ row: { pcpName, pcpIsOwn } }: { row: CheckedRow }) {
  if (!pcpName) return null
  return (
    <>
      {pcpName} <span className="soft small">{pcpIsOwn ? '(this office)' : '(another office)'}</span>
    </>
  )
}

type ListGridProps = { rows: readonly CheckedRow[]; total: number; busy: boolean; onNew: () => void }

/** The results, row by row, and what is done with them. On paper it is the morning sheet. */
export function ListGrid({ rows, total, busy, onNew }: ListGridProps) {
  const [onlyAttention, setOnlyAttention] = useState(false)
  const attention = rows.filter(needsAttention).length
  const askedAt = rows.find((row) => row.askedAt)?.askedAt
  // The parts of a list can be checked before and after an import.
  const [oldest] = rows.flatMap(({ asOf }) => asOf ?? []).sort()
  return (
    <Card className="answer">
      <p className="print-only">
        {brand.name}: member eligibility{askedAt ? `, ${formatMoment(askedAt)}` : ''}
      </p>
      <Progress done={rows.length} total={total} busy={busy} />
      <ListHead
        heading={attention === 1 ? '1 row needs attention' : `${attention} rows need attention`}
        call={exportManyEligibility}
        query={{}}
        fileName="eligibility.csv"
        disabled={busy || rows.length === 0}
      />
      <div className="no-print">
        <Checkbox
          label="Show only rows that need attention"
          checked={onlyAttention}
          onChange={({ target }) => setOnlyAttention(target.checked)}
        />
      </div>
      <DataTable
        caption="Eligibility of the list"
        captionHidden
        asCards
        columns={COLUMNS}
        rows={onlyAttention ? rows.filter(needsAttention) : rows}
        rowKey={({ index }) => String(index)}
        loading={busy && rows.length === 0}
        empty={onlyAttention ? 'No rows need attention.' : 'The results will appear here.'}
      />
      <p className="soft small">
        {askedAt && `Checked on ${formatMoment(askedAt)}. `}
        Based on our records at that time. This is not a guarantee of payment.
      </p>
      <AsOf what="Coverage data" time={oldest} />
      <div className="row no-print">
        <Button look="line" onClick={() => window.print()} disabled={rows.length === 0}>
          Print the morning sheet
        </Button>
        <Button look="line" onClick={onNew}>
          Start a new list
        </Button>
      </div>
    </Card>
  )
}

function Progress({ done, total, busy }: { done: number; total: number; busy: boolean }) {
  return (
    <div className="no-print list-progress">
      <progress aria-label="Rows checked" value={done} max={total} />
      <span role="status" className="soft small">
        {busy ? `Checking ${done} of ${total}…` : `${done} of ${total} checked.`}
      </span>
    </div>
  )
}
