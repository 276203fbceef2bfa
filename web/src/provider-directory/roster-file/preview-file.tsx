import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import { ROSTER_LABELS } from '@portico/core/provider-directory/roster-columns'
import type { RosterEntry, RosterPreview, RosterReject } from '@portico/core/provider-directory/roster-shapes'
import { ROSTER_NO_CHANGE } from '@portico/core/provider-directory/sentences'
import { csvLine } from '@portico/core/spreadsheet/csv-cell'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { Note } from '#kit/note.tsx'
import { Pager } from '#kit/pager.tsx'
import { saveFile } from '#shell/forms/save-file.ts'

type PreviewFileProps = { preview: RosterPreview; busy: boolean; onBack: () => void; onApply: () => void }
type Named = Omit<RosterEntry, 'changes'>

/** What the file would do. Nothing is applied yet. */
export function PreviewFile({ preview, busy, onBack, onApply }: PreviewFileProps) {
  const { changed, confirmed, rejects, unnamed } = preview
  const entries = changed.length + confirmed.length
  return (
    <>
      <Card>
        <h2>Check the differences</h2>
        <Summary preview={preview} />
        <div className="actions">
          <Button look="line" onClick={onBack}>
            Choose another file
          </Button>
          {entries > 0 && (
            <Button busy={busy} onClick={onApply}>
              Apply {countOf(entries, 'entry', 'entries')}
            </Button>
          )}
        </div>
      </Card>
      <Part heading="Rows that need attention" rows={rejects} columns={REJECTS} keyOf={keyOfReject}>
        <Button look="line" onClick={() => saveRejects(rejects)}>
          Download CSV
        </Button>
      </Part>
      <Part heading="Differences" rows={changed} columns={CHANGED} keyOf={keyOfLine} />
      <Part heading="Still true" rows={confirmed} columns={NAMED} keyOf={keyOfLine} />
      <Part heading="Not in your file" rows={unnamed.rows} columns={UNNAMED} keyOf={({ npi }) => npi}>
        <p className="soft small">
          {capitalize(countOf(unnamed.total, 'provider stays', 'providers stay'))} as the directory has them. If someone
          left, say so with a last day.
        </p>
      </Part>
    </>
  )
}

function Summary({ preview: { changed, confirmed, upToDate, waiting, rejects } }: { preview: RosterPreview }) {
  const isEmpty = changed.length + confirmed.length === 0
  return (
    <>
      {isEmpty && (rejects.length === 0 || upToDate > 0) && <Note tone="ok">{ROSTER_NO_CHANGE}</Note>}
      <ul>
        <li>{capitalize(countOf(changed.length, 'entry has', 'entries have'))} differences.</li>
        <li>{capitalize(countOf(confirmed.length, 'entry', 'entries'))} will be confirmed as still true.</li>
        {upToDate > 0 && <li>{capitalize(countOf(upToDate, 'entry is', 'entries are'))} up to date already.</li>}
        {waiting > 0 && <li>{capitalize(countOf(waiting, 'change waits', 'changes wait'))} for the plan already.</li>}
        {rejects.length > 0 && (
          <li>
            {capitalize(countOf(rejects.length, 'cell or row', 'cells or rows'))} can’t be taken. Please correct them.
          </li>
        )}
      </ul>
    </>
  )
}

const PAGE_SIZE = 50

type PartProps<Row> = {
  heading: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  children?: ReactNode
}

/** A part of the preview, in pages. Nothing is shown if it has no rows. */
function Part<Row>({ heading, rows, columns, keyOf, children }: PartProps<Row>) {
  const [page, setPage] = useState(0)
  const current = useRef(0)
  const turn = (next: number) => {
    current.current = next
    setPage(next)
  }
  if (rows.length === 0) return null
  return (
    <TitledCard id={heading.toLowerCase().replace(/\W+/g, '-')} heading={heading} className="verify-rows">
      {children}
      <DataTable
        caption={`${heading}: rows`}
        captionHidden
        asCards
        columns={columns}
        rows={rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
        rowKey={keyOf}
      />
      <Pager
        page={page}
        pageNow={() => current.current}
        pageSize={PAGE_SIZE}
        counted={{ total: rows.length }}
        label={`Pages of ${heading}`}
        onPage={turn}
      />
    </TitledCard>
  )
}

const keyOfLine = ({ line }: Named): string => String(line)
const keyOfReject = ({ line, column }: RosterReject): string => `${line} ${column ?? ''}`

const provider = (row: { npi: string; providerName: string }) => (
  <>
    <b>{row.providerName}</b>
    <br />
    <span className="soft small num">NPI {row.npi}</span>
  </>
)
const NAMED: readonly Column<Named>[] = [
  { key: 'line', header: 'Row', kind: 'num' },
  { key: 'providerName', header: 'Provider', breaks: true, cell: provider },
  { key: 'place', header: 'Location', breaks: true },
]
const CHANGED: readonly Column<RosterEntry>[] = [
  ...NAMED,
  { key: 'changes', header: 'Before and after', breaks: true, cell: (row) => <Changes of={row} /> },
]
const UNNAMED: readonly Column<{ npi: string; providerName: string }>[] = [
  { key: 'providerName', header: 'Provider', breaks: true, cell: provider },
]
const REJECTS: readonly Column<RosterReject>[] = [
  { key: 'line', header: 'Row', kind: 'num' },
  { key: 'column', header: 'Column', cell: ({ column }) => (column ? ROSTER_LABELS[column] : 'Whole row') },
  { key: 'cell', header: 'In your file', breaks: true, cell: ({ cell }) => cell || 'Empty' },
  { key: 'problem', header: 'What to do', breaks: true },
]

function Changes({ of: { changes } }: { of: RosterEntry }) {
  return (
    <dl className="verify-values">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{FIELD_LABELS[field]}</dt>
          <dd className="lines">
            <s>{describeValue(field, before) || 'Empty'}</s>
            <ins>{describeValue(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Spreadsheet programs recognize UTF-8 by the mark at the beginning. */
function saveRejects(rejects: readonly RosterReject[]): void {
  const lines = rejects.map(({ line, column, cell, problem }) =>
    csvLine([String(line), column ? ROSTER_LABELS[column] : '', cell, problem]),
  )
  const text = `\uFEFF${csvLine(['Row', 'Column', 'In your file', 'What to do'])}${lines.join('')}`
  saveFile(new Blob([text], { type: 'text/csv' }), 'rows-to-correct.csv')
}
