import { formatPhone, stripPhone } from '@portico/core/forms/formats'
import { captchaNeeded, isOnBehalf, takesNamesFromNpi } from '@portico/core/registration/conditions'
import { checkStep3 } from '@portico/core/registration/forms'
import {
  CONTACT_FIELDS,
  CREDENTIAL_FIELDS,
  namesOf,
  pickFields,
  type RegistrationModel,
  SIGNATORY_FIELDS,
} from '@portico/core/registration/model'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { ACCOUNT_FORM_INTRO, ON_BEHALF_FORM_INTRO } from '@portico/core/registration/texts/sentences'
import { Captcha } from '#shell/captcha/captcha.tsx'
import { ContactFields } from '#shell/forms/contact-fields.tsx'
import { CredentialFields } from '#shell/forms/credential-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { TermsOfUse, useTerms } from '#shell/forms/terms.tsx'
import { AccountFoundDialog } from './account-found-dialog.tsx'
import { FormScreen } from './form-screen.tsx'
import { NamesFromNpi, SignatoryFields } from './provider-fields.tsx'
import type { ScreenProps } from './screen.ts'
import { useFormSync } from './use-form-sync.ts'
import { useQuestions } from './use-questions.ts'

/** All fields of the form; the model decides which of them are shown. */
const FIELDS = [...namesOf({ ...CONTACT_FIELDS, ...CREDENTIAL_FIELDS, ...SIGNATORY_FIELDS }), 'captchaRes'] as const
type Account = Pick<RegistrationModel, (typeof FIELDS)[number]>

export function Step3(screen: ScreenProps) {
  const { model, dispatch, update } = screen
  const form = useScreenForm<Account>(
    startingValues(model),
    (account) => checkStep3({ ...model, ...account }),
    screen.fieldErrors,
  )
  const loadQuestions = useQuestions(screen)
  const terms = useTerms()
  useFormSync(form, update)

  const send = (account: Account) =>
    dispatch({
      type: 'accountSubmitted',
      answers: { ...account, phone: stripPhone(account.phone), phoneFormat: formatPhone(account.phone) },
    })
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.step3}
      form={form}
      onSend={send}
      intro={<p>{isOnBehalf(model) ? ON_BEHALF_FORM_INTRO : ACCOUNT_FORM_INTRO}</p>}
      label={BUTTONS.createAccount}
      disabled={!terms.accepted}
      popup={<AccountFoundDialog screen={screen} />}
    >
      {isOnBehalf(model) && <SignatoryFields />}
      <h2>{isOnBehalf(model) ? 'About you' : 'Contact information'}</h2>
      {takesNamesFromNpi(model) && <NamesFromNpi model={model} />}
      <ContactFields withNames={!takesNamesFromNpi(model)} />
      <CredentialFields loadQuestions={loadQuestions} />
      {captchaNeeded(model) && <Captcha captchaKey={model.captchaKey} />}
      <TermsOfUse {...terms} />
    </FormScreen>
  )
}

function startingValues(model: RegistrationModel): Account {
  return { ...pickFields(model, FIELDS), phone: formatPhone(model.phone) }
}
