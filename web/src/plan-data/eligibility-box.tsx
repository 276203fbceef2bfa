import { PROVIDER_PATHS } from '@portico/core/constants'
import { findEligibility } from '@portico/core/plan-data/calls'
import { ENTER } from '@portico/core/plan-data/sentences'
import type { Eligibility } from '@portico/core/plan-data/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { EligibilityAnswer } from './eligibility-answer.tsx'

const checkBox = ({ memberId }: { memberId: string }) => (memberId.trim() === '' ? { memberId: ENTER.memberId } : {})

/** First on home, because offices need it most. */
export function EligibilityBox() {
  const [answer, setAnswer] = useState<Eligibility | null>(null)
  const ask = useSave(findEligibility, setAnswer)
  const form = useScreenForm({ memberId: '' }, checkBox)
  const send = ({ memberId }: { memberId: string }) => {
    setAnswer(null)
    void ask.send({ memberId })
  }
  return (
    <>
      <TitledCard id="eligibility-box" heading="Check eligibility" className="no-print">
        <form noValidate className="eligibility-box" onSubmit={form.onValid(send)}>
          <TextField
            label="Member ID"
            hint="Enter the full ID from the member’s card."
            autoComplete="off"
            maxLength={40}
            {...form.field('memberId')}
          />
          <Button type="submit" busy={ask.busy}>
            Check eligibility
          </Button>
        </form>
        {ask.refusal && <Alert>{ask.refusal.entity.message}</Alert>}
        <p className="soft small">
          <a href={PROVIDER_PATHS.eligibility}>Search by name, or for another date</a>. Lookups are logged.
        </p>
      </TitledCard>
      {answer && <EligibilityAnswer answer={answer} key={answer.askedAt} />}
    </>
  )
}
