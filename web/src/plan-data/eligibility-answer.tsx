import { planDayOf } from '@portico/core/forms/calendar-day'
import { formatLongCalendarDay, formatMoment } from '@portico/core/forms/moments'
import type { Eligibility } from '@portico/core/plan-data/shapes'
import { useEffect, useRef } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { now } from '#kit/clock.ts'
import { SummaryList } from '#kit/summary-list.tsx'
import { Tag } from '#kit/tag.tsx'
import { brand } from '#shell/brands/brand.ts'
import { benefitItems } from '#shell/console/benefits.tsx'
import { useMe } from '#shell/session/me.ts'

const RELATIONSHIPS: Record<string, string> = {
  SELF: 'Subscriber',
  SPOUSE: 'Spouse',
  CHILD: 'Child',
  DEPENDENT: 'Dependent',
}

function Covered({ yes }: { yes: boolean }) {
  return yes ? <Tag tone="ok">Covered</Tag> : <Tag tone="bad">Not covered</Tag>
}

/** Result of an eligibility check, with its time and user. The same on the screen and on paper. */
export function EligibilityAnswer({ answer }: { answer: Eligibility }) {
  const me = useMe()
  const lookedUpBy = me.state === 'ready' ? `${me.entity.firstName} ${me.entity.lastName}` : ''
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
          ...(answer.onDate === planDayOf(new Date(now()))
            ? []
            : [{ term: 'Today', value: <Covered yes={answer.coveredToday} /> }]),
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
        Checked on {formatMoment(answer.askedAt)}
        {lookedUpBy && ` by ${lookedUpBy}`}. Based on our records at that time. This is not a guarantee of payment.
      </p>
      <AsOf what="Coverage data" time={answer.asOf} />
      <div className="row no-print">
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </Card>
  )
}

function coverageOf({ effectiveDate, terminationDate }: Eligibility): string {
  const from = formatLongCalendarDay(effectiveDate)
  return terminationDate ? `${from} to ${formatLongCalendarDay(terminationDate)}` : `Since ${from}`
}
