import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { findEligibility } from '@portico/core/plan-data/calls'
import { checkEligibilityForm, type EligibilityForm } from '@portico/core/plan-data/forms'
import type { Eligibility, EligibilityBody } from '@portico/core/plan-data/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import { type ScreenForm, useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { portalFunction, useBadPage } from '#shell/layout/portal-function.tsx'
import { EligibilityAnswer } from './eligibility-answer.tsx'

const EMPTY: EligibilityForm = { by: 'memberId', memberId: '', firstName: '', lastName: '', birthDate: '', onDate: '' }

const buildBody = (form: EligibilityForm): EligibilityBody => ({
  ...(form.by === 'memberId'
    ? { memberId: form.memberId }
    : { firstName: form.firstName, lastName: form.lastName, birthDate: form.birthDate }),
  ...(form.onDate ? { onDate: form.onDate } : {}),
})

export const EligibilityPage = portalFunction(
  'Check whether a member is covered today or on the day of a visit. Lookups are logged.',
  AskEligibility,
)

function AskEligibility() {
  const [answer, setAnswer] = useState<Eligibility | null>(null)
  const ask = useSave(findEligibility, setAnswer)
  const form = useScreenForm(EMPTY, checkEligibilityForm)
  useBadPage(form.bad)
  const send = (values: EligibilityForm) => {
    setAnswer(null)
    void ask.send(buildBody(values))
  }
  return (
    <div className="eligibility">
      <p className="wide no-print">
        <a href={PROVIDER_PATHS.eligibilityList}>Check a list of members</a>, such as today’s schedule.
      </p>
      <Card className="no-print">
        <form noValidate onSubmit={form.onValid(send)}>
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {ask.refusal && <Alert>{ask.refusal.entity.message}</Alert>}
          <MemberFields form={form} />
          <TextField label="Date of service" hint="Leave blank for today" type="date" {...form.field('onDate')} />
          <div className="row">
            <Button type="submit" busy={ask.busy}>
              Check eligibility
            </Button>
          </div>
        </form>
      </Card>
      {answer ? (
        <EligibilityAnswer answer={answer} key={answer.askedAt} />
      ) : (
        <Card quiet className="no-print">
          <p className="soft">The result will appear here. You can print it for the member’s file.</p>
        </Card>
      )}
    </div>
  )
}

function MemberFields({ form }: { form: ScreenForm<EligibilityForm> }) {
  const by = form.watch('by')
  return (
    <>
      <RadioCards
        legend="Find the member by"
        options={[
          { value: 'memberId', label: 'Member ID' },
          { value: 'name', label: 'Name and birth date' },
        ]}
        {...form.field('by')}
      />
      {by === 'memberId' ? (
        <TextField
          label="Member ID"
          hint="Enter the full ID from the member’s card."
          autoComplete="off"
          maxLength={40}
          {...form.field('memberId')}
        />
      ) : (
        <>
          <TextField label="First name" autoComplete="off" maxLength={75} {...form.field('firstName')} />
          <TextField label="Last name" autoComplete="off" maxLength={75} {...form.field('lastName')} />
          <TextField label="Birth date" type="date" autoComplete="off" {...form.field('birthDate')} />
        </>
      )}
    </>
  )
}
