import { formatCalendarDay } from '@portico/core/forms/moments'
import { listSamples } from '@portico/core/provider-directory/attestation/calls'
import type { SampleRow } from '@portico/core/provider-directory/attestation/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { sampleAddress } from '#shell/console/console-addresses.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { DrawDialog } from './draw-dialog.tsx'
import { useAttestationRights } from './roles.ts'
import { writeProgress } from './score.ts'

/** All samples with their score, newest first. */
export function Samples() {
  const samples = useCall(listSamples)
  const { administers } = useAttestationRights()
  const [open, setOpen] = useState(false)
  return (
    <TitledCard id="samples" heading="Samples">
      <p className="soft">
        Draw a random sample of published entries, call the offices and record what they say. The score estimates how
        accurate the directory is.
      </p>
      <Loading of={samples} label="Loading the samples" lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p>No sample has been drawn yet.</p>
          ) : (
            <ul className="stacked-rows">
              {rows.map((row) => (
                <li key={row.id}>
                  <Listed sample={row} />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {administers && (
        <p className="after-facts">
          <Button look="line" onClick={() => setOpen(true)}>
            Draw a sample
          </Button>
        </p>
      )}
      {open && <DrawDialog onClose={() => setOpen(false)} />}
    </TitledCard>
  )
}

function Listed({ sample }: { sample: SampleRow }) {
  const { id, day, size, drawnBy } = sample
  return (
    <>
      <p>
        <a href={sampleAddress(id)}>
          Sample {id} of {formatCalendarDay(day)}, {size} calls
        </a>
      </p>
      <p>{writeProgress(sample)}</p>
      <p className="soft small break">Drawn by {drawnBy}</p>
    </>
  )
}
