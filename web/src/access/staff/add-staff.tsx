import { addStaff } from '@portico/core/access/calls'
import { checkStaffForm, type StaffForm } from '@portico/core/access/forms'
import { STAFF_ROLES } from '@portico/core/access/staff-roles'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { FormProvider } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { InvitedNameFields } from '#shell/forms/contact-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useAction } from '#shell/gateway/use-action.ts'
import { STAFF_ROLE_OPTIONS } from './labels.ts'

/** A colleague is invited: the mailed link lets them choose their own user name and password. */
export function AddStaffDialog({ onClose, onDone }: { onClose: () => void; onDone: (done: string) => void }) {
  const start: StaffForm = { firstName: '', lastName: '', email: '', role: '' }
  const form = useScreenForm<StaffForm>(start, checkStaffForm)
  const { busy, refusal, send } = useAction(addStaff, ({ waiting }) =>
    onDone(waiting ? WAITS_FOR_APPROVAL : `The invitation was sent to ${form.getValues('email').trim()}.`),
  )
  const submit = form.onValid((values) => {
    const role = STAFF_ROLES.find((known) => known === values.role)
    if (role) void send({ ...values, email: values.email.trim(), role })
  })
  return (
    <Dialog
      open
      wide
      heading="Add a colleague"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="add-staff" busy={busy}>
            Send the invitation
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id="add-staff" noValidate onSubmit={submit}>
          <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
          {refusal && !form.bad && <Alert>{refusal.entity.message}</Alert>}
          <InvitedNameFields />
          <RadioCards legend="Role" {...form.field('role')} options={STAFF_ROLE_OPTIONS} />
        </form>
      </FormProvider>
    </Dialog>
  )
}
