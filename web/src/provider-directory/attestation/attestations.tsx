import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import {
  exportAttestations,
  listAttestations,
  withdrawAttestation,
} from '@portico/core/provider-directory/attestation/calls'
import type { AttestationRow, Attestations as Found } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { SaveCsv } from '#shell/lists/list-head.tsx'
import { AttestDialog } from './attest-dialog.tsx'
import { useAttestationRights } from './roles.ts'

/** The current publication, and all attestations. Administrators record and withdraw them. */
export function Attestations() {
  const found = useCall(listAttestations)
  const [done, setDone] = useState('')
  return (
    <TitledCard id="attestations" heading="Attestations">
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={found} label="Loading the attestations" lines={3}>
        {({ current, rows }) => (
          <>
            <Current current={current} onDone={setDone} />
            {rows.length === 0 ? (
              <p className="soft">No attestation is recorded yet.</p>
            ) : (
              <ul className="stacked-rows">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Recorded row={row} onDone={setDone} />
                  </li>
                ))}
              </ul>
            )}
            <div className="after-facts">
              <SaveCsv
                call={exportAttestations}
                query={{}}
                fileName="directory-attestations.csv"
                disabled={rows.length === 0}
              />
            </div>
          </>
        )}
      </Loading>
    </TitledCard>
  )
}

type CurrentProps = { current: Found['current']; onDone: (done: string) => void }

function Current({ current, onDone }: CurrentProps) {
  const { administers } = useAttestationRights()
  const [open, setOpen] = useState(false)
  if (!current) return <p>{ATTESTATION_TEXTS.notPublished}</p>
  const finish = (done: string) => {
    setOpen(false)
    onDone(done)
  }
  return (
    <>
      <p>The directory was last published on {formatMoment(current.publishedAt)}.</p>
      <p className="soft small break">SHA-256 of its manifest: {current.manifestSha256}</p>
      {administers && (
        <p>
          <Button onClick={() => setOpen(true)}>Record an attestation</Button>
        </p>
      )}
      {open && <AttestDialog publication={current} onClose={() => setOpen(false)} onDone={finish} />}
    </>
  )
}

type RecordedProps = { row: AttestationRow; onDone: (done: string) => void }

function Recorded({ row, onDone }: RecordedProps) {
  const { administers } = useAttestationRights()
  const [open, setOpen] = useState(false)
  return (
    <>
      <h3 className="break">
        {[row.officerName, row.officerTitle].filter(Boolean).join(', ')}{' '}
        {row.withdrawnAt && <Tag tone="warn">Withdrawn</Tag>}
      </h3>
      <p>
        Signed on {formatCalendarDay(row.attestedOn)} for the directory published on {formatMoment(row.publishedAt)}
      </p>
      <p className="soft small break">SHA-256 of its manifest: {row.manifestSha256}</p>
      <p className="soft small">
        Recorded by {row.recordedBy} on {formatMoment(row.recordedAt)}
      </p>
      {row.withdrawnAt && (
        <p className="typed">
          <b>
            Withdrawn by {row.withdrawnBy} on {formatMoment(row.withdrawnAt)}:
          </b>{' '}
          {row.reason}
        </p>
      )}
      {administers && !row.withdrawnAt && (
        <p className="after-facts">
          <Button
            look="line"
            aria-label={`Withdraw the attestation of ${row.officerName}`}
            onClick={() => setOpen(true)}
          >
            Withdraw
          </Button>
        </p>
      )}
      {open && <WithdrawDialog row={row} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}

function WithdrawDialog({ row, onClose, onDone }: RecordedProps & { onClose: () => void }) {
  const save = useAction(withdrawAttestation, () => {
    onClose()
    onDone('The attestation is withdrawn.')
  })
  return (
    <ReasonDialog
      heading="Withdraw this attestation?"
      save={save}
      buildBody={(reason) => ({ id: row.id, reason })}
      label="Withdraw"
      danger
      reason="required"
      hint="The reason is listed and exported with the attestation."
      missing={ATTESTATION_TEXTS.enterReason}
      onClose={onClose}
    >
      <p>The attestation of {row.officerName} stays in the list, marked as withdrawn. You can’t undo this.</p>
    </ReasonDialog>
  )
}
