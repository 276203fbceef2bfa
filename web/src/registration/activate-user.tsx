import type { Credentials } from '@portico/core/forms/credentials'
import { formatPhone } from '@portico/core/forms/formats'
import { profileByActivationId } from '@portico/core/registration/calls'
import { checkActivateUser } from '@portico/core/registration/forms'
import { CREDENTIAL_FIELDS, namesOf, pickFields, type RegistrationModel } from '@portico/core/registration/model'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { CONTACT_EDIT_NOTE } from '@portico/core/registration/texts/sentences'
import { SummaryList } from '#kit/summary-list.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { CredentialFields } from '#shell/forms/credential-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { TermsOfUse, useTerms } from '#shell/forms/terms.tsx'
import { type Gateway, isGatewayFailure, type Reply } from '#shell/gateway/gateway.ts'
import { readMailedLink } from '#shell/router/mailed-link.ts'
import { AccountFoundDialog } from './account-found-dialog.tsx'
import { AskForNewLink } from './ask-for-new-link.tsx'
import { ChosenScope } from './chosen-scope.tsx'
import { FormScreen } from './form-screen.tsx'
import { Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { useQuestions } from './use-questions.ts'
import { type ScreenCall, TryAgain, useScreenCall } from './use-screen-call.tsx'

/** An invited person completes the account, opened from the mailed activation link (behaviour 3.12). */
export function ActivateUser(screen: ScreenProps) {
  const { dispatch, gateway } = screen
  const lookup = useScreenCall(dispatch, 'activationReply', () =>
    gateway.call(profileByActivationId, { activationId: readMailedLink('activateId') }),
  )

  if (lookup.reply?.ok) return <ActivationForm {...screen} />
  return (
    <Frame screen={screen} heading={HEADINGS.activateUser}>
      {!lookup.reply && <Skeleton lines={6} />}
      {lookup.reply && <LinkNotOpened lookup={lookup} reply={lookup.reply} gateway={gateway} />}
    </Frame>
  )
}

type LinkNotOpenedProps = { lookup: ScreenCall<unknown>; reply: Reply<unknown>; gateway: Gateway }

/** After a gateway failure the link may still be valid. Only a link that the server refused needs a new one. */
function LinkNotOpened({ lookup, reply, gateway }: LinkNotOpenedProps) {
  if (!isGatewayFailure(reply)) return <AskForNewLink gateway={gateway} />
  return (
    <div className="actions">
      <TryAgain call={lookup} />
    </div>
  )
}

function ActivationForm(screen: ScreenProps) {
  const { model, dispatch } = screen
  const form = useScreenForm<Credentials>(
    pickFields(model, namesOf(CREDENTIAL_FIELDS)),
    checkActivateUser,
    screen.fieldErrors,
  )
  const loadQuestions = useQuestions(screen)
  const terms = useTerms()
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.activateUser}
      form={form}
      onSend={(answers) => dispatch({ type: 'accountSubmitted', answers })}
      intro={
        <>
          <ChosenScope model={model} />
          <h2>Contact information</h2>
          <SummaryList across items={contactItems(model)} />
          <p className="after-summary soft">{CONTACT_EDIT_NOTE}</p>
        </>
      }
      label={BUTTONS.createAccount}
      disabled={!terms.accepted}
      popup={<AccountFoundDialog screen={screen} />}
    >
      <CredentialFields allowSpaces loadQuestions={loadQuestions} />
      <TermsOfUse {...terms} />
    </FormScreen>
  )
}

function contactItems(model: RegistrationModel) {
  const items = [
    { term: 'First name', value: model.firstName },
    { term: 'Last name', value: model.lastName },
    { term: 'Email', value: model.email },
    { term: 'Phone', value: formatPhone(model.phone) || 'None' },
  ]
  return model.phoneExt ? [...items, { term: 'Extension', value: model.phoneExt }] : items
}
