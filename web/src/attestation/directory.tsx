import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { describeReadiness } from '@portico/core/provider-directory/attestation/calls'
import type { Readiness } from '@portico/core/provider-directory/attestation/shapes'
import { writeShare } from '@portico/core/provider-directory/attestation/wilson'
import { TitledCard } from '../kit/card.tsx'
import { BarPlot } from '../kit/small-plot.tsx'
import { ConsolePage } from '../shell/console/console-page.tsx'
import { Loading } from '../shell/gateway/loading.tsx'
import { useCall } from '../shell/gateway/use-call.ts'
import { Attestations } from './attestations.tsx'
import { Findings } from './findings.tsx'
import { Samples } from './samples.tsx'

/** Whether the directory is ready to be attested, how accurate it was, and what was attested. */
export function Directory() {
  const readiness = useCall(describeReadiness)
  return (
    <ConsolePage intro="Check what is published before an officer attests it.">
      <Loading of={readiness} label="Loading the check of the directory" lines={8}>
        {(found) => (
          <div className="stack">
            <Ready readiness={found} />
            <Accuracy readiness={found} />
            <Samples />
            <Attestations />
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function Ready({ readiness: { check, verifyDays } }: { readiness: Readiness }) {
  return (
    <TitledCard id="ready" heading="Ready to attest?">
      {check ? (
        <>
          <p>
            {check.verifiedRows} of {check.publishedRows} published entries were verified in the last {verifyDays} days.
          </p>
          <p className="soft small">As of {formatMoment(check.checkedAt)}. The directory is checked every night.</p>
          <Findings counts={check.findings} />
        </>
      ) : (
        <p className="soft">The directory has not been checked yet. The first check runs after the plan loads it.</p>
      )}
    </TitledCard>
  )
}

const SHOWN_DAYS = 30
/** A label below every tenth bar. */
const LABEL_EVERY = 10

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

function Accuracy({ readiness: { days, scores, attested, verifyDays } }: { readiness: Readiness }) {
  const shown = days.slice(-SHOWN_DAYS)
  const last = shown.at(-1)
  if (!last) return null
  return (
    <TitledCard id="accuracy" heading="Accuracy over time">
      <BarPlot
        heading={`Verified within ${verifyDays} days`}
        summary={`${writeShare(shareOf(last.verifiedRows, last.publishedRows))} on ${formatCalendarDay(last.day)}`}
        rowHeader="Day"
        valueHeader="Percent"
        rows={shown.map(({ day, verifiedRows, publishedRows }, index) => ({
          label: formatCalendarDay(day),
          value: Math.round(shareOf(verifiedRows, publishedRows) * 100),
          short: (index + LABEL_EVERY / 2) % LABEL_EVERY === 0 ? formatCalendarDay(day).replace(/, \d+$/, '') : '',
        }))}
      />
      <ul className="stacked-rows">
        {scores.map(({ day, size, correct }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two samples of a day can have the same score
          <li key={index}>
            Sample of {formatCalendarDay(day)}: {writeShare(shareOf(correct, size))} correct
          </li>
        ))}
        {attested.map((day) => (
          <li key={day}>Attested on {formatCalendarDay(day)}</li>
        ))}
      </ul>
    </TitledCard>
  )
}
