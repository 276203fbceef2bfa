import { getClaimNpis } from '@portico/core/directory/calls'
import { checkDays } from '@portico/core/directory/forms'
import type { ClaimFilter } from '@portico/core/directory/shapes'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { useState } from 'react'
import { Button, TextButton } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { useBadPage } from './portal-function.tsx'
import { ProviderPicker } from './provider-picker.tsx'

const EMPTY = { from: '', to: '', claimNumber: '', memberId: '' }

/** What is left empty is not asked for. */
const filled = (filter: Record<string, string>): ClaimFilter =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])))

export function ClaimFilterForm({ onSearch }: { onSearch: (filter: ClaimFilter) => void }) {
  const [npi, setNpi] = useState('')
  const [round, setRound] = useState(0)
  const form = useScreenForm(EMPTY, checkDays)
  useBadPage(form.bad)
  const clear = () => {
    form.reset(EMPTY)
    setNpi('')
    setRound(round + 1)
    onSearch({})
  }
  return (
    <search>
      <form noValidate onSubmit={form.onValid((values) => onSearch(filled({ ...values, npi })))}>
        <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
        <div className="filter-grid">
          <ProviderPicker key={round} call={getClaimNpis} onPick={setNpi} />
          <TextField label="Service date from" type="date" error={form.errors.from} {...form.register('from')} />
          <TextField label="Service date to" type="date" error={form.errors.to} {...form.register('to')} />
          <TextField label="Claim number" autoComplete="off" maxLength={40} {...form.register('claimNumber')} />
          <TextField label="Member ID" autoComplete="off" maxLength={40} {...form.register('memberId')} />
        </div>
        <div className="row">
          <Button type="submit">SEARCH</Button>
          <TextButton onClick={clear}>Clear all</TextButton>
        </div>
      </form>
    </search>
  )
}
