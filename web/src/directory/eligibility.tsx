import { findEligibility } from '@portico/core/directory/calls'
import { checkEligibilityForm, type EligibilityForm } from '@portico/core/directory/forms'
import type { Eligibility, EligibilityBody } from '@portico/core/directory/shapes'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { formatLongCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { Tag } from '../kit/tag.tsx'
import { TextField } from '../kit/text-field.tsx'
import { benefitItems } from '../shell/benefits.tsx'
import { brand } from '../shell/brand.ts'
import { useMe } from '../shell/me.ts'
import { type ScreenForm, useScreenForm } from '../shell/screen-form.ts'
import { useSave } from '../shell/use-save.ts'
import { portalFunction, useBadPage } from './portal-function.tsx'

const EMPTY: EligibilityForm = { by: 'memberId', memberId: '', firstName: '', lastName: '', birthDate: '', onDate: '' }

const bodyOf = (form: EligibilityForm): EligibilityBody => ({
  ...(form.by === 'memberId'
    ? { memberId: form.memberId }
    : { firstName: form.firstName, lastName: form.lastName, birthDate: form.birthDate }),
  ...(form.onDate ? { onDate: form.onDate } : {}),
})

export const EligibilityPage = portalFunction(
  'Is a member covered today, or on the day of a visit? Every question you ask here is recorded.',
  AskEligibility,
)

function AskEligibility() {
  const [answer, setAnswer] = useState<Eligibility | null>(null)
  const ask = useSave(findEligibility, setAnswer)
  const form = useScreenForm(EMPTY, checkEligibilityForm)
  useBadPage(form.bad)
  const send = (values: EligibilityForm) => {
    setAnswer(null)
    void ask.send(bodyOf(values))
  }
  return (
    <div className="eligibility">
      <Card className="no-print">
        <form noValidate onSubmit={form.onValid(send)}>
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {ask.refusal && <Alert>{ask.refusal.entity.message}</Alert>}
          <WhoFields form={form} />
          <TextField label="Date of service" hint="Today when left empty" type="date" {...form.field('onDate')} />
          <div className="row">
            <Button type="submit" busy={ask.busy}>
              CHECK ELIGIBILITY
            </Button>
          </div>
        </form>
      </Card>
      {answer ? (
        <EligibilityAnswer answer={answer} key={answer.askedAt} />
      ) : (
        <Card quiet className="no-print">
          <p className="soft">The answer will appear here. You can print it for the member's file.</p>
        </Card>
      )}
    </div>
  )
}

function WhoFields({ form }: { form: ScreenForm<EligibilityForm> }) {
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
          hint="All of it, as it stands on the ID card"
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

const RELATIONSHIPS: Record<string, string> = {
  SELF: 'Subscriber',
  SPOUSE: 'Spouse',
  CHILD: 'Child',
  DEPENDENT: 'Dependent',
}

function Covered({ yes }: { yes: boolean }) {
  return yes ? <Tag tone="ok">Covered</Tag> : <Tag tone="bad">Not covered</Tag>
}

/** What the plan says about a member, and when it was asked by whom: the same on the screen and on paper. */
function EligibilityAnswer({ answer }: { answer: Eligibility }) {
  const me = useMe()
  const asker = me.state === 'ready' ? `${me.entity.firstName} ${me.entity.lastName}` : ''
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const day = formatLongCalendarDay(answer.onDate)
  return (
    <Card as="section" aria-labelledby="answer" className="answer">
      <p className="print-only">{brand.name}: member eligibility</p>
      <h2 id="answer" tabIndex={-1} ref={heading}>
        {answer.firstName} {answer.lastName} {answer.coveredOnDate ? 'is covered' : 'is not covered'} on {day}
      </h2>
      <SummaryList
        across
        items={[
          { term: `On ${day}`, value: <Covered yes={answer.coveredOnDate} /> },
          { term: 'Today', value: <Covered yes={answer.coveredToday} /> },
          { term: 'Plan', value: answer.planName },
          { term: 'Coverage', value: coverageOf(answer) },
          ...benefitItems(answer),
          { term: 'Member ID', value: <span className="num">{answer.memberId}</span> },
          { term: 'Birth date', value: formatLongCalendarDay(answer.birthDate) },
          { term: 'Relationship', value: RELATIONSHIPS[answer.relationship] ?? answer.relationship },
          { term: 'PP member', value: answer.isPpMember ? 'Yes' : 'No' },
        ]}
      />
      <p className="soft small">
        Asked on {formatMoment(answer.askedAt)}
        {asker && ` by ${asker}`}. Coverage is what the plan's files say at that time; it is no promise of payment.
      </p>
      <div className="row no-print">
        <Button look="line" onClick={() => window.print()}>
          PRINT
        </Button>
      </div>
    </Card>
  )
}

function coverageOf({ effectiveDate, terminationDate }: Eligibility): string {
  const from = formatLongCalendarDay(effectiveDate)
  return terminationDate ? `${from} to ${formatLongCalendarDay(terminationDate)}` : `Since ${from}`
}
