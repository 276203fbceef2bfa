import { formatMoment } from '@portico/core/forms/moments'
import { describeReadiness, recheckDirectory } from '@portico/core/provider-directory/attestation/calls'
import type { Readiness } from '@portico/core/provider-directory/attestation/shapes'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { Alert } from '../kit/note.tsx'
import { ConsolePage } from '../shell/console/console-page.tsx'
import { useGateway } from '../shell/gateway/gateway-context.tsx'
import { Loading } from '../shell/gateway/loading.tsx'
import { useRefetch } from '../shell/gateway/use-action.ts'
import { useCall } from '../shell/gateway/use-call.ts'
import { useSearchParams } from '../shell/router/router.tsx'
import { Accuracy } from './accuracy.tsx'
import { Attestations } from './attestations.tsx'
import { Findings } from './findings.tsx'
import { useAttestationRights } from './roles.ts'
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
          <Recheck isAsked={check.isAsked} />
          <Findings counts={check.findings} />
        </>
      ) : (
        <p className="soft">The directory has not been checked yet. The first check runs after the plan loads it.</p>
      )}
    </TitledCard>
  )
}

function Recheck({ isAsked }: { isAsked: boolean }) {
  const { reviews } = useAttestationRights()
  const { call } = useGateway()
  const refetch = useRefetch()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!reviews) return null
  const ask = async () => {
    setBusy(true)
    const reply = await call(recheckDirectory)
    setBusy(false)
    setProblem(reply.ok ? '' : reply.entity.message)
    refetch()
  }
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <p role="status">{isAsked && 'A new check runs within a minute. Reload this page to see it.'}</p>
      {!isAsked && (
        <p>
          <Button look="line" busy={busy} onClick={() => void ask()}>
            Check again
          </Button>
        </p>
      )}
    </>
  )
}
