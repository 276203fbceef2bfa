import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import {
  exportAttestations,
  listAttestations,
  recordAttestation,
} from '@portico/core/provider-directory/attestation/calls'
import type { Attestations as Found } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_STATEMENT, OFFICER_MAX } from '@portico/core/provider-directory/attestation/statement'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { Checkbox } from '../kit/choice.tsx'
import { Alert } from '../kit/note.tsx'
import { TextField } from '../kit/text-field.tsx'
import { Loading } from '../shell/gateway/loading.tsx'
import { useAction } from '../shell/gateway/use-action.ts'
import { useCall } from '../shell/gateway/use-call.ts'
import { SaveCsv } from '../shell/lists/list-head.tsx'
import { useMe } from '../shell/session/me.ts'

/** The current publication, the form of administrators, and all attestations. */
export function Attestations() {
  const found = useCall(listAttestations)
  const me = useMe()
  const isAdministrator = me.state === 'ready' && me.entity.staffRole === 'ADMINISTRATOR'
  return (
    <TitledCard id="attestations" heading="Attestations">
      <Loading of={found} label="Loading the attestations" lines={3}>
        {({ current, rows }) => (
          <>
            {current ? (
              <p className="break">
                Published on {formatMoment(current.publishedAt)}. SHA-256 of the manifest: {current.manifestSha256}
              </p>
            ) : (
              <p className="soft">The directory has not been published yet.</p>
            )}
            {current && isAdministrator && <AttestationForm seenSha256={current.manifestSha256} />}
            <SaveCsv
              call={exportAttestations}
              query={{}}
              fileName="directory-attestations.csv"
              disabled={rows.length === 0}
            />
            <ul className="stacked-rows">
              {rows.map((row) => (
                <li key={row.id}>
                  <Recorded row={row} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </TitledCard>
  )
}

function Recorded({ row }: { row: Found['rows'][number] }) {
  return (
    <>
      <h3>
        {row.officerName}, {formatCalendarDay(row.attestedOn)}
      </h3>
      <p className="break">{row.manifestSha256}</p>
      <p className="soft small">
        Recorded by {row.recordedBy} on {formatMoment(row.recordedAt)}
      </p>
      {row.withdrawnAt && (
        <p className="typed">
          <b>Withdrawn by {row.withdrawnBy}:</b> {row.reason}
        </p>
      )}
    </>
  )
}

const EMPTY = { officerName: '', officerTitle: '', attestedOn: '', agrees: false }

function AttestationForm({ seenSha256 }: { seenSha256: string }) {
  const [form, setForm] = useState(EMPTY)
  const save = useAction(recordAttestation, () => setForm(EMPTY))
  return (
    <>
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      <TextField
        label="Officer’s name"
        name="officerName"
        maxLength={OFFICER_MAX}
        value={form.officerName}
        onChange={(event) => setForm({ ...form, officerName: event.target.value })}
      />
      <TextField
        label="Officer’s title (optional)"
        name="officerTitle"
        maxLength={OFFICER_MAX}
        value={form.officerTitle}
        onChange={(event) => setForm({ ...form, officerTitle: event.target.value })}
      />
      <TextField
        label="Signed on"
        name="attestedOn"
        type="date"
        value={form.attestedOn}
        onChange={(event) => setForm({ ...form, attestedOn: event.target.value })}
      />
      <Checkbox
        name="agrees"
        label={ATTESTATION_STATEMENT}
        checked={form.agrees}
        onChange={(event) => setForm({ ...form, agrees: event.target.checked })}
      />
      <Button busy={save.busy} onClick={() => void save.send({ ...form, seenSha256 })}>
        Record the attestation
      </Button>
    </>
  )
}
