import { SAMPLE_FIELD_LABELS, SAMPLE_FIELDS } from '@portico/core/provider-directory/attestation/sample-fields'
import type { Sample, SampledRow } from '@portico/core/provider-directory/attestation/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Tag } from '../kit/tag.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { describeShown } from './result-values.ts'
import { useAttestationRights } from './roles.ts'

/** All calls of a sample. On paper, calls without a result have boxes to fill in. */
export function Worksheet({ sample }: { sample: Sample }) {
  const { reviews } = useAttestationRights()
  const [opened, setOpened] = useState<number>()
  const row = sample.rows.find(({ position }) => position === opened)
  const next = sample.rows.find(({ position, outcome }) => outcome === '' && position > (opened ?? 0))
  const canEnter = reviews && !sample.finishedAt
  return (
    <>
      <DataTable
        caption="Calls of the sample"
        captionHidden
        asCards
        columns={columnsWith(canEnter ? setOpened : undefined)}
        rows={sample.rows}
        rowKey={({ position }) => String(position)}
      />
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
