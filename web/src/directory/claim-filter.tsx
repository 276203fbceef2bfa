import { getClaimNpis } from '@portico/core/directory/calls'
import { checkDays } from '@portico/core/directory/forms'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button, TextButton } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { useBadPage } from './portal-function.tsx'
import { ProviderPicker } from './provider-picker.tsx'

const EMPTY = { npi: '', from: '', to: '', claimNumber: '', memberId: '' }

type ClaimFilterFormProps = { filter: typeof EMPTY; onSearch: (filter: typeof EMPTY) => void }

export function ClaimFilterForm({ filter, onSearch }: ClaimFilterFormProps) {
  const [npi, setNpi] = useState(filter.npi)
  const form = useScreenForm(filter, checkDays)
  useBadPage(form.bad)
  const fill = useEffectEvent((wanted: typeof EMPTY) => {
    form.reset(wanted)
    setNpi(wanted.npi)
  })
  // What was searched for comes back with Back.
  const searchedFor = JSON.stringify(filter)
  useEffect(() => fill(JSON.parse(searchedFor)), [searchedFor])
  const search = ({ from, to, claimNumber, memberId }: typeof EMPTY) =>
    onSearch({ npi, from, to, claimNumber: claimNumber.trim(), memberId: memberId.trim() })
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
          <TextField label="Member ID" autoComplete="off" maxLength={40} {...form.field('memberId')} />
        </div>
        <div className="row">
          <Button type="submit">SEARCH</Button>
          <TextButton onClick={clear}>Clear all</TextButton>
        </div>
      </form>
    </search>
  )
}
