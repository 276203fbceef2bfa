import { FIX_ERRORS } from '@portico/core/forms/messages'
import { drawSample } from '@portico/core/provider-directory/attestation/calls'
import { checkDrawForm, type DrawForm } from '@portico/core/provider-directory/attestation/forms'
import { SAMPLE_SIZE_MAX, SEED_MAX } from '@portico/core/provider-directory/attestation/sample-fields'
import { FormProvider } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import { sampleAddress } from '#shell/console/console-addresses.ts'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useAction } from '#shell/gateway/use-action.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'

export function DrawDialog({ onClose }: { onClose: () => void }) {
  const go = useNavigateWithMessage()
  const form = useScreenForm<DrawForm>({ size: '100', seed: '' }, checkDrawForm)
  const { busy, refusal, send } = useAction(drawSample, ({ id }) => go(sampleAddress(id), 'The sample is drawn.'))
  return (
    <Dialog
      open
      heading="Draw a sample"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="draw-sample" busy={busy}>
            Draw the sample
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id="draw-sample"
          noValidate
          onSubmit={form.onValid(({ size, seed }) => void send({ size: Number(size), seed: seed.trim() }))}
        >
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {refusal && !form.bad && <Alert>{refusal.entity.message}</Alert>}
          <TextField
            label="Number of calls"
            hint={`1 to ${SAMPLE_SIZE_MAX}. More calls make the score more exact.`}
            inputMode="numeric"
            {...form.field('size')}
          />
          <TextField
            label="Seed (optional)"
            hint="The same seed draws the same sample from the same directory. Leave it blank for a random one."
            maxLength={SEED_MAX}
            {...form.field('seed')}
          />
        </form>
      </FormProvider>
    </Dialog>
  )
}
