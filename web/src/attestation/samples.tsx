import { formatCalendarDay } from '@portico/core/forms/moments'
import { exportSample, listSamples } from '@portico/core/provider-directory/attestation/calls'
import type { SampleRow } from '@portico/core/provider-directory/attestation/shapes'
import { wilsonInterval, writeShare } from '@portico/core/provider-directory/attestation/wilson'
import { TitledCard } from '../kit/card.tsx'
import { Loading } from '../shell/gateway/loading.tsx'
import { useCall } from '../shell/gateway/use-call.ts'
import { SaveCsv } from '../shell/lists/list-head.tsx'

/** All samples with their score and call worksheet, newest first. */
export function Samples() {
  const samples = useCall(listSamples)
  return (
    <TitledCard id="samples" heading="Samples">
      <p className="soft small">
        An entry is correct if the office was reached and confirmed every field. An office that was not reached counts
        as not correct. The interval is Wilson’s 95% interval, without a finite-population correction.
      </p>
      <Loading of={samples} label="Loading the samples" lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="soft">No sample has been drawn yet.</p>
          ) : (
            <ul className="stacked-rows">
              {rows.map((row) => (
                <li key={row.id}>
                  <Score sample={row} />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </TitledCard>
  )
}

function Score({ sample }: { sample: SampleRow }) {
  const { low, high } = wilsonInterval(sample.correct, sample.size)
  return (
    <>
      <h3>
        Sample of {formatCalendarDay(sample.day)}, {sample.size} calls
      </h3>
      <p>
        {sample.finishedAt
          ? `${writeShare(sample.correct / sample.size)} correct (95% interval ${writeShare(low)} to ${writeShare(high)})`
          : `${sample.entered} of ${sample.size} calls entered`}
      </p>
      <p className="soft small break">
        Seed {sample.seed}, drawn from {sample.frameSize} published entries by {sample.drawnBy}. SHA-256 of these
        entries: {sample.frameSha256}
      </p>
      <SaveCsv call={exportSample} query={{ id: sample.id }} fileName={`sample-${sample.id}.csv`} disabled={false} />
    </>
  )
}
