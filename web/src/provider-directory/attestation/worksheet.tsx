import { SAMPLE_FIELD_LABELS, SAMPLE_FIELDS } from '@portico/core/provider-directory/attestation/sample-fields'
import type { Sample, SampledRow } from '@portico/core/provider-directory/attestation/shapes'
import { useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { Tag } from '#kit/tag.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { oneOfLabels } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { describeShown } from './result-values.ts'
import { useAttestationRights } from './roles.ts'

/** Rows of one page: a sample has up to 500. */
const PAGE_SIZE = 25

const IS_SHOWN: Record<'OPEN' | 'WRONG', (row: SampledRow) => boolean> = {
  OPEN: ({ outcome }) => outcome === '',
  WRONG: ({ outcome, wrongFields }) => outcome !== '' && (outcome !== 'REACHED' || wrongFields.length > 0),
}
const SHOW_LABELS = { OPEN: 'Not called yet', WRONG: 'Not correct or not reached' } as const
const CALLS = { fields: { show: oneOfLabels(SHOW_LABELS, '') }, prefix: 'calls' } as const

/** The calls of a sample, in pages. Paper has all of them, and boxes for those without a result. */
export function Worksheet({ sample }: { sample: Sample }) {
  const { reviews } = useAttestationRights()
  const [opened, setOpened] = useState<number>()
  const row = sample.rows.find(({ position }) => position === opened)
  const next = sample.rows.find(({ position, outcome }) => outcome === '' && position > (opened ?? 0))
  const canEnter = reviews && !sample.finishedAt
  return (
    <>
      {canEnter && next && (
        <p className="no-print">
          <Button onClick={() => setOpened(next.position)}>Enter result of the next open call</Button>
        </p>
      )}
      <Calls rows={sample.rows} onOpen={canEnter ? setOpened : undefined} />
      {row && (
        <ResultDialog
          key={row.position}
          sampleId={sample.id}
          row={row}
          hasNext={next !== undefined}
          onNext={() => setOpened(next?.position)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** The pages on the screen, and the whole list on paper. */
function Calls({ rows, onOpen }: { rows: readonly SampledRow[]; onOpen: Open }) {
  const address = useListAddress(CALLS)
  const { show } = address.filter
  const found = show ? rows.filter(IS_SHOWN[show]) : rows
  // Entering results can empty the last page of a filter.
  const page = Math.min(address.page, Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1))
  return (
    <>
      <search className="filters">
        <SelectField
          label="Show"
          {...address.selectProps('show')}
          placeholder="All calls"
          options={optionsOf(SHOW_LABELS)}
        />
      </search>
      <div className="no-print">
        <PagedTable
          list={{
            state: 'ready',
            entity: {
              rows: found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
              total: found.length,
              pageSize: PAGE_SIZE,
            },
            reload: () => {},
          }}
          address={{ ...address, page }}
          rowsLabel="calls"
          caption="Calls of the sample"
          columns={columnsWith(onOpen)}
          rowKey={({ position }) => String(position)}
          empty="The sample has no calls."
          noMatches="No calls match."
        />
      </div>
      <div className="print-only as-usual">
        <DataTable
          caption="All calls of the sample"
          captionHidden
          columns={columnsWith(undefined)}
          rows={rows}
          rowKey={({ position }) => String(position)}
        />
      </div>
    </>
  )
}

type Open = ((position: number) => void) | undefined

const columnsWith = (onOpen: Open): Column<SampledRow>[] => [
  { key: 'position', header: 'Call', kind: 'num' },
  {
    key: 'name',
    header: 'Provider',
    width: 22,
    breaks: true,
    cell: ({ npi, shown }) => (
      <>
        <b>{shown.name}</b>
        <br />
        <span className="soft small num">NPI {npi}</span>
      </>
    ),
  },
  { key: 'shown', header: 'The directory says', breaks: true, cell: (row) => <Shown row={row} /> },
  {
    key: 'result',
    header: 'Result',
    width: 24,
    breaks: true,
    cell: (row) => (
      <>
        <Found row={row} />
        {onOpen && <EnterButton row={row} onOpen={onOpen} />}
      </>
    ),
  },
]

const EnterButton = ({ row: { position, outcome }, onOpen }: { row: SampledRow; onOpen: NonNullable<Open> }) => (
  <p className="no-print">
    <TextButton onClick={() => onOpen(position)}>
      {outcome === '' ? 'Enter result' : 'Change result'}
      <span className="visually-hidden"> of call {position}</span>
    </TextButton>
  </p>
)

const Shown = ({ row }: { row: SampledRow }) => (
  <ul className="plain-lines">
    {SAMPLE_FIELDS.filter((field) => field !== 'name').map((field) => (
      <li key={field}>
        <span className="soft small">{SAMPLE_FIELD_LABELS[field]}:</span> {describeShown(row, field) || 'None'}
      </li>
    ))}
  </ul>
)

function Found({ row: { outcome, wrongFields, note, enteredBy } }: { row: SampledRow }) {
  if (outcome === '')
    return (
      <>
        <span className="soft no-print">Not called yet</span>
        <span className="print-only">
          ☐ Reached ☐ Not reached
          {SAMPLE_FIELDS.map((field) => (
            <span key={field}>
              <br />☐ {SAMPLE_FIELD_LABELS[field]} is wrong
            </span>
          ))}
        </span>
        {note && <p className="typed small">{note}</p>}
      </>
    )
  const isCorrect = outcome === 'REACHED' && wrongFields.length === 0
  return (
    <>
      <Tag tone={isCorrect ? 'ok' : 'bad'}>
        {isCorrect ? 'Correct' : outcome === 'REACHED' ? 'Not correct' : 'Not reached'}
      </Tag>
      {wrongFields.length > 0 && <p>Wrong: {wrongFields.map((field) => SAMPLE_FIELD_LABELS[field]).join(', ')}</p>}
      {note && <p className="typed small">{note}</p>}
      <p className="soft small">Entered by {enteredBy}</p>
    </>
  )
}
