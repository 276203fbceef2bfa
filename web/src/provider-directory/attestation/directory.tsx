import { writeCount } from '@portico/core/forms/amounts'
import { formatMoment } from '@portico/core/forms/moments'
import { describeReadiness } from '@portico/core/provider-directory/attestation/calls'
import type { Readiness } from '@portico/core/provider-directory/attestation/shapes'
import { TitledCard } from '#kit/card.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSearchParams } from '#shell/router/router.tsx'
import { Accuracy } from './accuracy.tsx'
import { Attestations } from './attestations.tsx'
import { Findings } from './findings.tsx'
import { Recheck } from './recheck.tsx'
import { SamplePage } from './sample.tsx'
import { Samples } from './samples.tsx'

/** Whether the directory is ready to be attested, or one sample if the URL names it. */
export function Directory() {
  const sample = useSearchParams().get('sample')
  return sample ? <SamplePage key={sample} id={sample} /> : <Overview />
}

function Overview() {
  const readiness = useCall(describeReadiness)
  return (
    <ConsolePage intro="Check what is published before an officer attests it.">
      <Loading of={readiness} label="Loading the check of the directory" lines={8}>
        {(found) => (
          <div className="stack">
            <Ready readiness={found} reload={readiness.reload} />
            <Accuracy readiness={found} />
            <Samples />
            <Attestations />
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function Ready({ readiness: { check, verifyDays }, reload }: { readiness: Readiness; reload: () => void }) {
  return (
    <TitledCard id="ready" heading="Ready to attest?">
      {check ? (
        <>
          <p>
            {writeCount(check.verifiedRows)} of {writeCount(check.publishedRows)} published entries were verified in the
            last {verifyDays} days.
          </p>
          <p className="soft small">As of {formatMoment(check.checkedAt)}. The directory is checked every night.</p>
          <Recheck isAsked={check.isAsked} reload={reload} />
          <Findings counts={check.findings} />
        </>
      ) : (
        <p className="soft">The directory has not been checked yet. The first check runs after the plan loads it.</p>
      )}
    </TitledCard>
  )
}
