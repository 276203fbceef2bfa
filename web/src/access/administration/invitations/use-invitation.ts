import { invite } from '@portico/core/access/calls'
import { checkInviteForm, type InviteForm } from '@portico/core/access/forms'
import type { InviteBody } from '@portico/core/access/shapes'
import { stripPhone } from '@portico/core/forms/formats'
import { NO_PERSON } from '@portico/core/forms/person-fields'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useAction } from '#shell/gateway/use-action.ts'

type Start = Pick<InviteForm, 'entity' | 'role'>
type Terms = Pick<InviteBody, 'role' | 'permissions'>

/** Form state, validation and submission of an invitation. */
export function useInvitation(start: Start, onDone: (invited: InviteForm, waiting: boolean) => void) {
  const form = useScreenForm<InviteForm>({ ...start, ...NO_PERSON }, checkInviteForm)
  const { busy, refusal, send } = useAction(invite, ({ waiting }) => onDone(form.getValues(), waiting))
  const submit = (termsOf: (values: InviteForm) => Terms) =>
    form.onValid(
      (values) =>
        void send({ ...values, ...termsOf(values), email: values.email.trim(), phone: stripPhone(values.phone) }),
    )
  return { form, busy, refusal, submit }
}
