import {
  exportSample,
  exportSampleFrame,
  finishSample,
  redrawSample,
} from '@portico/core/provider-directory/attestation/calls'
import type { Redrawn, Sample } from '@portico/core/provider-directory/attestation/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { SaveFile } from '#shell/lists/list-head.tsx'
import { useAttestationRights } from './roles.ts'

export function SampleActions({ sample }: { sample: Sample }) {
  const [redrawn, setRedrawn] = useState(false)
  const query = { id: sample.id }
  return (
    <div className="no-print">
      {redrawn && <Redraw id={sample.id} />}
      <Finish sample={sample} />
      <div className="row">
        <Button look="line" onClick={() => window.print()}>
          Print the worksheet
        </Button>
        <Button look="line" onClick={() => setRedrawn(true)}>
          Check the draw
        </Button>
        <SaveFile call={exportSample} query={query} fileName={`sample-${sample.id}.csv`} label="Download CSV" />
        <SaveFile
          call={exportSampleFrame}
          query={query}
          fileName={`sample-${sample.id}-entries.txt`}
          label="Download all entries it was drawn from"
        />
      </div>
    </div>
  )
}

/** Draws the sample again on the server and says whether it is the same. */
function Redraw({ id }: { id: string }) {
  const redrawn = useCall(redrawSample, { query: { id }, dropOnUnmount: true })
  return (
    <Loading of={redrawn} label="Drawing the sample again" lines={2}>
      {(found) => <Alert tone={found.frameMatches && found.rowsMatch ? 'ok' : 'bad'}>{describeRedrawn(found)}</Alert>}
    </Loading>
  )
}

function describeRedrawn({ frameMatches, rowsMatch }: Redrawn): string {
  if (!frameMatches) return 'The stored entries don’t have the recorded SHA-256. Don’t rely on this sample.'
  return rowsMatch
    ? 'The seed draws the same calls from the stored entries, and these have the recorded SHA-256.'
    : 'The seed draws other calls from the stored entries. Don’t rely on this sample.'
}

function Finish({ sample: { id, size, entered, finishedAt } }: { sample: Sample }) {
  const { administers } = useAttestationRights()
  const [open, setOpen] = useState(false)
  const save = useAction(finishSample, () => setOpen(false))
  if (finishedAt || !administers) return null
  if (entered < size) return <p className="soft">Enter a result for every call to finish the sample.</p>
  return (
    <>
      <p>
        <Button onClick={() => setOpen(true)}>Finish the sample</Button>
      </p>
      {open && (
        <ReasonDialog
          heading="Finish this sample?"
          save={save}
          buildBody={() => ({ id })}
          label="Finish"
          onClose={() => setOpen(false)}
        >
          <p>The score is fixed. The results can no longer be changed.</p>
        </ReasonDialog>
      )}
    </>
  )
}
