import { FIX_ERRORS } from '@portico/core/forms/messages'
import { ROSTER_ROWS_MAX } from '@portico/core/provider-directory/roster-columns'
import { ROSTER_TOO_LONG } from '@portico/core/provider-directory/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { useBadPage } from '#shell/layout/portal-function.tsx'
import { MapColumns } from '#shell/spreadsheet/map-columns.tsx'
import { type MappedSheet, ROSTER_FIELDS, rowsOf } from './sheet-columns.ts'

const CHOOSE_NPI = 'Choose the column with the NPI.'
const NO_ROWS = 'There are no rows below the headings.'

type ConfirmColumnsProps = {
  given: MappedSheet
  busy: boolean
  onChange: (given: MappedSheet) => void
  onBack: () => void
  onConfirm: () => void
}

export function ConfirmColumns({ given, busy, onChange, onBack, onConfirm }: ConfirmColumnsProps) {
  const { sheet, mapped } = given
  const [attempt, setAttempt] = useState(0)
  const rows = rowsOf(given).length
  const message = !mapped.mapping.includes('npi')
    ? CHOOSE_NPI
    : rows === 0
      ? NO_ROWS
      : rows > ROSTER_ROWS_MAX
        ? ROSTER_TOO_LONG
        : undefined
  const errors = attempt > 0 && message !== undefined ? [{ id: 'column-0', message }] : []
  useBadPage(errors.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message === undefined) return onConfirm()
    setAttempt(attempt + 1)
  }
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <h2>Check the columns</h2>
        <p className="soft">We remember your choice for the next file of this practice.</p>
        <ErrorSummary heading={FIX_ERRORS} errors={errors} attempt={attempt} />
        <MapColumns
          cells={sheet.cells}
          fields={ROSTER_FIELDS}
          {...mapped}
          onChange={(next) => onChange({ sheet, mapped: next })}
        />
        <div className="actions">
          <Button look="line" onClick={onBack}>
            Choose another file
          </Button>
          <Button type="submit" busy={busy}>
            Compare {countOf(rows, 'row', 'rows')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
