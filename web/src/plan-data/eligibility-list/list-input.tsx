import { FIX_ERRORS } from '@portico/core/forms/messages'
import { LIST_ROWS, LIST_TEXTS } from '@portico/core/plan-data/eligibility-list'
import type { ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { FileField } from '#kit/file-field.tsx'
import { filterCells } from '#kit/filter-lines.ts'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { useBadPage } from '#shell/layout/portal-function.tsx'
import { readMapped } from '#shell/spreadsheet/columns.ts'
import { MapColumns, type Mapped } from '#shell/spreadsheet/map-columns.tsx'
import { type Cells, readDelimited, readSpreadsheet } from '#shell/spreadsheet/read-spreadsheet.ts'
import { canLookUp, LIST_FIELDS, type ListField, mapList } from './list-fields.ts'

type Given = { cells: Cells; mapped: Mapped<ListField> }
type Errors = { id: string; message: string }[]

/** The list of members: typed, pasted or from a file, then its columns. */
export function ListInput({ onRows }: { onRows: (rows: ListRow[]) => void }) {
  const [text, setText] = useState('')
  const [given, setGiven] = useState<Given>()
  const take = (cells: Cells) => setGiven({ cells, mapped: mapList(cells) })
  return given ? (
    <ConfirmColumns given={given} onChange={setGiven} onBack={() => setGiven(undefined)} onRows={onRows} />
  ) : (
    <EnterList text={text} onText={setText} onCells={take} />
  )
}

type EnterListProps = { text: string; onText: (text: string) => void; onCells: (cells: Cells) => void }

function EnterList({ text, onText, onCells }: EnterListProps) {
  const [file, setFile] = useState<File>()
  const [{ errors, attempt }, setErrors] = useState<{ errors: Errors; attempt: number }>({ errors: [], attempt: 0 })
  const [busy, setBusy] = useState(false)
  useBadPage(errors.length > 0)
  const field = file ? 'list-file' : 'list-text'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const read = await (file ? readSpreadsheet(file) : readDelimited(text))
    setBusy(false)
    const message = 'problem' in read ? read.problem : checkSize(read.cells)
    if (message === undefined && 'cells' in read) return onCells(read.cells)
    setErrors({ errors: [{ id: field, message: message ?? '' }], attempt: attempt + 1 })
  }
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.message
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary heading={FIX_ERRORS} errors={errors} attempt={attempt} />
        <TextAreaField
          label="Type or paste your list"
          hint="One member per line: the member ID, or first name, last name and birth date. You can add a date of service. Rows copied from a spreadsheet work too."
          name="list-text"
          wide
          rows={8}
          clean={filterCells}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={errorOf('list-text')}
          onChange={({ target }) => onText(target.value)}
        />
        <FileField
          label="Or choose a file"
          hint="A CSV or Excel file (.xlsx), such as today’s schedule. The file stays on your computer."
          name="list-file"
          accept=".csv,.txt,.xlsx,text/csv"
          error={errorOf('list-file')}
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        <div className="row">
          <Button type="submit" busy={busy}>
            Continue
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The heading row does not count, so a list may have one row more. */
function checkSize(cells: Cells): string | undefined {
  if (cells.length === 0) return LIST_TEXTS.empty
  return cells.length > LIST_ROWS + 1 ? LIST_TEXTS.tooMany : undefined
}

type ConfirmColumnsProps = {
  given: Given
  onChange: (given: Given) => void
  onBack: () => void
  onRows: (rows: ListRow[]) => void
}

const CHOOSE_COLUMNS = 'Choose the column with member IDs, or those with first name, last name and birth date.'

function ConfirmColumns({ given, onChange, onBack, onRows }: ConfirmColumnsProps) {
  const { cells, mapped } = given
  const [attempt, setAttempt] = useState(0)
  const rows = readMapped(mapped.hasHeading ? cells.slice(1) : cells, mapped.mapping)
  const message = !canLookUp(mapped.mapping)
    ? CHOOSE_COLUMNS
    : rows.length === 0
      ? LIST_TEXTS.empty
      : rows.length > LIST_ROWS
        ? LIST_TEXTS.tooMany
        : undefined
  const errors = attempt > 0 && message !== undefined ? [{ id: 'column-0', message }] : []
  useBadPage(errors.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message === undefined) return onRows(rows)
    setAttempt(attempt + 1)
  }
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <h2>Check the columns</h2>
        <ErrorSummary heading={FIX_ERRORS} errors={errors} attempt={attempt} />
        <MapColumns
          cells={cells}
          fields={LIST_FIELDS}
          {...mapped}
          onChange={(next) => onChange({ cells, mapped: next })}
        />
        <div className="actions">
          <Button look="line" onClick={onBack}>
            Change the list
          </Button>
          <Button type="submit">{rows.length === 1 ? 'Check 1 member' : `Check ${rows.length} members`}</Button>
        </div>
      </form>
    </Card>
  )
}
