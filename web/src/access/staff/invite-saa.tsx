import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import type { Provider } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { SCOPE_LABELS } from '#shell/console/access-labels.ts'
import { InvitedContactFields } from '#shell/forms/contact-fields.tsx'
import { useInvitation } from '../administration/invitations/use-invitation.ts'

/** Lets plan staff invite an SAA, for example after an administrator left. */
export function InviteSaa({ provider, onDone }: { provider: Provider; onDone: (done: string) => void }) {
  const [open, setOpen] = useState(false)
  if (!provider.invites.includes('SAA')) return null
  return (
    <TitledCard id="invite" heading="Invite a Senior Access Administrator">
      <p>We’ll email the person a link. They become the SAA when they complete the account.</p>
      <Button look="line" onClick={() => setOpen(true)}>
        Invite an SAA
      </Button>
      {open && (
        <InviteDialog
          provider={provider}
          onClose={() => setOpen(false)}
          onDone={(done) => {
            setOpen(false)
            onDone(done)
          }}
        />
      )}
    </TitledCard>
  )
}

const APPROVAL_NEEDED =
  'Another administrator must approve before the invitation is sent. The approval is pending on the console’s home page.'

type InviteDialogProps = { provider: Provider; onClose: () => void; onDone: (done: string) => void }

function InviteDialog({ provider, onClose, onDone }: InviteDialogProps) {
  const start = { entity: provider.scopes[0]?.entity ?? '', role: 'SAA' }
  const { form, busy, refusal, submit } = useInvitation(start, ({ email }, waiting) =>
    onDone(waiting ? APPROVAL_NEEDED : `The invitation was sent to ${email.trim()}.`),
  )
  const chosen = provider.scopes.find((scope) => scope.entity === form.watch('entity'))
  const send = submit(() => ({ role: 'SAA', permissions: [...PERMISSION_IDS] }))
  return (
    <Dialog
      open
      wide
      heading="Invite a Senior Access Administrator"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="invite-saa" busy={busy}>
            Send the invitation
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id="invite-saa" noValidate onSubmit={send}>
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {refusal && <Alert>{refusal.entity.message}</Alert>}
          <SelectField
            label="SAA of"
            wide
            options={provider.scopes.map((scope) => ({
              value: scope.entity,
              label: `${scope.name} (${SCOPE_LABELS[scope.kind]})`,
            }))}
            {...form.register('entity')}
          />
          {chosen?.saaName && (
            <Note tone="warn">
              {chosen.saaName} is the current SAA and becomes an Access Administrator (AA) when the invited person
              completes the account.
            </Note>
          )}
          <InvitedContactFields />
        </form>
      </FormProvider>
    </Dialog>
  )
}
