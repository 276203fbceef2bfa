import type { InviteBody } from '@portico/core/access/administration-api'
import { ACCESS_CALLS } from '@portico/core/access/calls'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { EMAIL_MAX, NAME_MAX } from '@portico/core/constants'
import type { Provider } from '@portico/core/internal/console-api'
import { filterExtension, formatPhone } from '@portico/core/registration/formats'
import { FIX_ERRORS } from '@portico/core/registration/messages'
import { checkEmail, checkExtension, checkName, checkPhone } from '@portico/core/registration/rules'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { FilteredField, TextField } from '../kit/text-field.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { useAct } from '../shell/use-act.ts'
import { SCOPE_LABELS } from './labels.ts'

type InviteForm = {
  entity: string
  firstName: string
  lastName: string
  email: string
  phone: string
  phoneExt: string
}

function checkInvite(form: InviteForm) {
  return {
    firstName: checkName(form.firstName),
    lastName: checkName(form.lastName),
    email: checkEmail(form.email),
    phone: form.phone ? checkPhone(form.phone) : undefined,
    phoneExt: form.phoneExt ? checkExtension(form.phoneExt) : undefined,
  }
}

/** Plan staff may invite an SAA where nobody could register, such as after an administrator left. */
export function InviteSaa({ provider, onDone }: { provider: Provider; onDone: (done: string) => void }) {
  const [open, setOpen] = useState(false)
  if (provider.network !== 'IN') return null
  return (
    <Card as="section" aria-labelledby="invite">
      <h2 id="invite">Invite a Senior Access Administrator</h2>
      <p>The person gets a link by email, completes the account, and is the SAA from then on.</p>
      <Button look="line" onClick={() => setOpen(true)}>
        INVITE AN SAA
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
    </Card>
  )
}

type InviteDialogProps = { provider: Provider; onClose: () => void; onDone: (done: string) => void }

function InviteDialog({ provider, onClose, onDone }: InviteDialogProps) {
  const form = useScreenForm<InviteForm>(
    { entity: provider.scopes[0]?.entity ?? '', firstName: '', lastName: '', email: '', phone: '', phoneExt: '' },
    checkInvite,
  )
  const invite = useAct<InviteBody, unknown>(ACCESS_CALLS.invite, () =>
    onDone(`The invitation was sent to ${form.getValues('email')}.`),
  )
  const chosen = provider.scopes.find((scope) => scope.entity === form.watch('entity'))
  const send = form.onValid((values) => void invite.send({ ...values, role: 'SAA', permissions: [...PERMISSION_IDS] }))
  return (
    <Dialog
      open
      wide
      heading="Invite a Senior Access Administrator"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            CANCEL
          </Button>
          <Button type="submit" form="invite-saa" busy={invite.busy}>
            SEND THE INVITATION
          </Button>
        </>
      }
    >
      <form id="invite-saa" noValidate onSubmit={send}>
        <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
        {invite.refusal && <Alert>{invite.refusal.entity.message}</Alert>}
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
            {chosen.saaName} is the SAA now and becomes an Access Administrator (AA) when the invited person completes
            the account.
          </Note>
        )}
        <div className="pair">
          <TextField
            label="First name"
            maxLength={NAME_MAX}
            autoComplete="off"
            error={form.errors.firstName}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            maxLength={NAME_MAX}
            autoComplete="off"
            error={form.errors.lastName}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          maxLength={EMAIL_MAX}
          autoComplete="off"
          error={form.errors.email}
          {...form.register('email')}
        />
        <div className="pair phone">
          <TextField
            label="Phone (optional)"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            error={form.errors.phone}
            {...form.register('phone', {
              onBlur: (event) => form.setValue('phone', formatPhone(event.target.value)),
            })}
          />
          <FilteredField
            label="Extension (optional)"
            inputMode="numeric"
            clean={filterExtension}
            autoComplete="off"
            error={form.errors.phoneExt}
            {...form.register('phoneExt')}
          />
        </div>
      </form>
    </Dialog>
  )
}
