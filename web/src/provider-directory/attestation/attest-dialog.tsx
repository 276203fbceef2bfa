import { writeCount } from '@portico/core/forms/amounts'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { recordAttestation } from '@portico/core/provider-directory/attestation/calls'
import { type AttestationForm, checkAttestationForm } from '@portico/core/provider-directory/attestation/forms'
import type { Attestations } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_STATEMENT, OFFICER_MAX } from '@portico/core/provider-directory/attestation/statement'
import { FormProvider } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/choice.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useAction } from '#shell/gateway/use-action.ts'

const EMPTY: AttestationForm = { officerName: '', officerTitle: '', attestedOn: '', agrees: false }

type AttestDialogProps = {
  publication: NonNullable<Attestations['current']>
  onClose: () => void
  onDone: (done: string) => void
}

/** Records what an officer signed. A newer publication replaces the shown one, and the user confirms again. */
export function AttestDialog({ publication, onClose, onDone }: AttestDialogProps) {
  const { manifestSha256, publishedAt, resources } = publication
  const form = useScreenForm<AttestationForm>(EMPTY, checkAttestationForm)
  const { busy, refusal, send } = useAction(recordAttestation, () => onDone('The attestation is recorded.'))
  return (
    <Dialog
      open
      wide
      heading="Record an attestation"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="attest" busy={busy}>
            Record the attestation
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id="attest"
          noValidate
          onSubmit={form.onValid((values) => void send({ ...values, seenSha256: manifestSha256 }))}
        >
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {refusal && !form.bad && <Alert>{refusal.entity.message}</Alert>}
          <SummaryList
            items={[
              { term: 'Published', value: formatMoment(publishedAt) },
              { term: 'Resources', value: writeCount(resources) },
              { term: 'SHA-256 of the manifest', value: <code className="break">{manifestSha256}</code> },
            ]}
          />
          <TextField label="Officer’s name" maxLength={OFFICER_MAX} autoComplete="off" {...form.field('officerName')} />
          <TextField
            label="Officer’s title (optional)"
            maxLength={OFFICER_MAX}
            autoComplete="off"
            {...form.field('officerTitle')}
          />
          <TextField
            label="Signed on"
            hint="The day on which the officer signed, at most 31 days ago."
            type="date"
            {...form.field('attestedOn')}
          />
          <Checkbox label={ATTESTATION_STATEMENT} {...form.field('agrees')} />
        </form>
      </FormProvider>
    </Dialog>
  )
}
