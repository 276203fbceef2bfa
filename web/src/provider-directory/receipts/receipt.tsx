import { formatMoment } from '@portico/core/forms/moments'
import { openReceipt } from '@portico/core/provider-directory/calls'
import { FIELD_LABELS, LOCATION_FIELDS, PRACTICE_FIELDS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import { scopeAddress } from '@portico/core/provider-directory/pages'
import type { Receipt, ReceiptRow } from '@portico/core/provider-directory/verify-shapes'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

/** One verification, to read and to print. */
export function ReceiptView({ id }: { id: string }) {
  const receipt = useCall(openReceipt, { query: { id } })
  return (
    <LoadingCards of={receipt} label="Loading the receipt" lines={8}>
      {(found) => <Shown receipt={found} />}
    </LoadingCards>
  )
}

function Shown({ receipt }: { receipt: Receipt }) {
  return (
    <TitledCard id="receipt" heading="Receipt of your verification" className="stack">
      <SummaryList
        across
        items={[
          { term: 'Practice', value: receipt.name },
          { term: 'Verified by', value: receipt.verifiedBy },
          { term: 'When', value: formatMoment(receipt.verifiedAt) },
          { term: 'Entries', value: receipt.rows },
          { term: 'Changes', value: receipt.changes },
        ]}
      />
      <div className="row no-print">
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
        <a href={scopeAddress(receipt)}>Back to the entries</a>
      </div>
      <DataTable<Line>
        caption="What each entry said"
        asCards
        columns={COLUMNS}
        rows={receipt.lines.map((line, index) => ({ ...line, key: String(index) }))}
        rowKey={({ key }) => key}
        empty="Only new locations were sent."
      />
    </TitledCard>
  )
}

/** A provider can have several entries at a location, so their position is the key. */
type Line = ReceiptRow & { key: string }

const COLUMNS: Column<Line>[] = [
  {
    key: 'providerName',
    header: 'Provider',
    width: 22,
    breaks: true,
    cell: ({ providerName, npi }) => (
      <>
        <b>{providerName}</b>
        <br />
        <span className="soft small num">NPI {npi}</span>
      </>
    ),
  },
  { key: 'values', header: 'Confirmed', breaks: true, cell: (line) => <Values of={line} /> },
  { key: 'changes', header: 'Changes', breaks: true, cell: (line) => <Changes of={line} /> },
]

function Values({ of: line }: { of: ReceiptRow }) {
  const changed = line.changes.map(({ field }) => field)
  const shown = [...LOCATION_FIELDS, ...PRACTICE_FIELDS].filter((field) => !changed.includes(field))
  return (
    <dl className="verify-values">
      {shown.map((field) => {
        const value = describeValue(field, line[field])
        return (
          value && (
            <div key={field}>
              <dt>{FIELD_LABELS[field]}</dt>
              <dd className="lines">{value}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

function Changes({ of: { changes } }: { of: ReceiptRow }) {
  if (changes.length === 0) return 'None'
  return (
    <dl className="verify-values">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{FIELD_LABELS[field]}</dt>
          <dd className="lines">
            <s>{describeValue(field, before) || 'Empty'}</s>
            <ins>{describeValue(field, after) || 'Empty'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
