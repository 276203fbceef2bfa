import { formatCalendarDay } from '@portico/core/forms/moments'
import type { Readiness } from '@portico/core/provider-directory/attestation/shapes'
import { writeShare } from '@portico/core/provider-directory/attestation/wilson'
import { TitledCard } from '#kit/card.tsx'
import { BarPlot } from '#kit/small-plot.tsx'
import { writeScore } from './score.ts'

const SHOWN_DAYS = 60
/** A label below every tenth bar. */
const LABEL_EVERY = 10

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

type Marked = Pick<Readiness, 'scores' | 'attested'>

/** Samples and attestations of a day, in words. */
function eventsOf(day: string, { scores, attested }: Marked): string[] {
  const samples = scores.filter((score) => score.day === day).map((score) => `Sample: ${writeScore(score)}`)
  return attested.includes(day) ? [...samples, 'Attested'] : samples
}

/** The share of verified entries by day, with samples and attestations on their days. */
export function Accuracy({ readiness: { days, scores, attested, verifyDays } }: { readiness: Readiness }) {
  const shown = days.slice(-SHOWN_DAYS)
  const last = shown.at(-1)
  if (!last) return null
  return (
    <TitledCard id="accuracy" heading="Accuracy over time">
      <div className="side-by-side even">
        <BarPlot
          heading={`Verified within ${verifyDays} days`}
          summary={`${writeShare(shareOf(last.verifiedRows, last.publishedRows))} on ${formatCalendarDay(last.day)}`}
          rowHeader="Day"
          valueHeader="Percent"
          highest={100}
          marksHeader="Samples and attestations"
          rows={shown.map(({ day, verifiedRows, publishedRows }, index) => ({
            label: formatCalendarDay(day),
            value: Math.round(shareOf(verifiedRows, publishedRows) * 100),
            short: (index + LABEL_EVERY / 2) % LABEL_EVERY === 0 ? formatCalendarDay(day).replace(/, \d+$/, '') : '',
            marks: eventsOf(day, { scores, attested }),
          }))}
        />
        <Events scores={scores} attested={attested} />
      </div>
    </TitledCard>
  )
}

/** The same events as text, also those of days that have no bar. */
function Events(marked: Marked) {
  const days = [...new Set([...marked.scores.map(({ day }) => day), ...marked.attested])].sort().reverse()
  if (days.length === 0)
    return <p className="soft">No sample is finished and nothing is attested in the last 180 days.</p>
  return (
    <ul className="stacked-rows">
      {days.map((day) => (
        <li key={day}>
          <b>{formatCalendarDay(day)}</b>
          <br />
          {eventsOf(day, marked).join('. ')}
        </li>
      ))}
    </ul>
  )
}
