import { INTERNAL_PATHS } from '@portico/core/constants'
import { writeCount } from '@portico/core/forms/amounts'
import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { openSample } from '@portico/core/provider-directory/attestation/calls'
import type { Sample } from '@portico/core/provider-directory/attestation/shapes'
import { TitledCard } from '#kit/card.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { SampleActions } from './sample-actions.tsx'
import { writeProgress } from './score.ts'
import { Worksheet } from './worksheet.tsx'

const BACK = { href: INTERNAL_PATHS.directory, label: 'Back to the directory' }

/** One sample: how it was drawn, its calls and its score. */
export function SamplePage({ id }: { id: string }) {
  const loaded = useCall(openSample, { query: { id } })
  const heading = loaded.state === 'ready' ? `Sample ${id} of ${formatCalendarDay(loaded.entity.day)}` : 'Sample'
  return (
    <ConsolePage heading={heading} back={BACK}>
      <Loading of={loaded} label="Loading the sample" lines={8}>
        {(sample) => (
          <div className="stack">
            <Facts sample={sample} />
            <TitledCard id="worksheet" heading="Calls">
              <Worksheet sample={sample} />
            </TitledCard>
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function Facts({ sample }: { sample: Sample }) {
  const { size, frameSize, frameSha256, seed, drawnBy, drawnAt, finishedAt, reached } = sample
  return (
    <TitledCard id="score" heading="Score">
      <p role="status">
        <b>{writeProgress(sample)}</b>
      </p>
      <SummaryList
        items={[
          { term: 'Calls', value: `${size}, of which ${reached} reached the office` },
          { term: 'Drawn', value: `${formatMoment(drawnAt)} by ${drawnBy}` },
          { term: 'Drawn from', value: `${writeCount(frameSize)} published entries` },
          { term: 'Seed', value: <code className="break">{seed}</code> },
          { term: 'SHA-256 of the entries', value: <code className="break">{frameSha256}</code> },
          ...(finishedAt ? [{ term: 'Finished', value: formatMoment(finishedAt) }] : []),
        ]}
      />
      <p className="soft small">
        An entry is correct if the office was reached and confirmed every field. An office that was not reached counts
        as not correct. The interval is Wilson’s 95% interval, without a finite-population correction.
      </p>
      <SampleActions sample={sample} />
    </TitledCard>
  )
}
