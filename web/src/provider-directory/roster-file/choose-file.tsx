import { FIX_ERRORS } from '@portico/core/forms/messages'
import { ROSTER_ROWS_MAX } from '@portico/core/provider-directory/roster-columns'
import type { RosterHeading } from '@portico/core/provider-directory/roster-shapes'
import { ROSTER_TOO_LONG } from '@portico/core/provider-directory/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { FileField } from '#kit/file-field.tsx'
import { useBadPage } from '#shell/layout/portal-function.tsx'
import { readSpreadsheet } from '#shell/spreadsheet/read-spreadsheet.ts'
import { type MappedSheet, mapSheet } from './sheet-columns.ts'

const CHOOSE_FILE = 'Choose a CSV or Excel file (.xlsx).'
const NO_ROWS = 'This file has no rows.'
/** Titles and headings do not count as rows. */
const ROWS_ABOVE = 20

type ChooseFileProps = { remembered: readonly RosterHeading[]; onSheet: (given: MappedSheet) => void }

/** The file is read in the browser. */
export function ChooseFile({ remembered, onSheet }: ChooseFileProps) {
  const [file, setFile] = useState<File>()
  const [{ message, attempt }, setError] = useState({ message: '', attempt: 0 })
  const [busy, setBusy] = useState(false)
  useBadPage(message !== '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const read = file ? await readSpreadsheet(file) : { problem: CHOOSE_FILE }
    setBusy(false)
    if ('problem' in read) return setError({ message: read.problem, attempt: attempt + 1 })
    const problem =
      read.cells.length === 0 ? NO_ROWS : read.cells.length > ROSTER_ROWS_MAX + ROWS_ABOVE ? ROSTER_TOO_LONG : ''
    if (problem === '') return onSheet(mapSheet(read, remembered))
    setError({ message: problem, attempt: attempt + 1 })
  }
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary
          heading={FIX_ERRORS}
          errors={message === '' ? [] : [{ id: 'roster-file', message }]}
          attempt={attempt}
        />
        <FileField
          label="Your list of providers"
          hint="A CSV or Excel file (.xlsx) with one row per provider and location, and a column with NPIs. Of an Excel file, the first sheet counts."
          name="roster-file"
          accept=".csv,.txt,.xlsx,text/csv"
          error={message || undefined}
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        <p className="soft small">
          You see every difference before anything is applied. Empty cells leave the directory as it is.
        </p>
        <div className="row">
          <Button type="submit" busy={busy}>
            Continue
          </Button>
        </div>
      </form>
    </Card>
  )
}
