import { formatPhone, stripPhone } from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { captchaNeeded, isOnBehalf, takesNamesFromNpi } from '@portico/core/registration/decisions'
import { checkStep3 } from '@portico/core/registration/forms'
import { BUTTONS, HEADINGS } from '@portico/core/registration/messages'
import {
  CONTACT_FIELDS,
  CREDENTIAL_FIELDS,
  namesOf,
  pickFields,
  type RegistrationModel,
  SIGNATORY_FIELDS,
} from '@portico/core/registration/model'
import { ACCOUNT_FORM_INTRO, ON_BEHALF_FORM_INTRO } from '@portico/core/registration/sentences'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { ContactFields } from '../shell/contact-fields.tsx'
import { CredentialFields } from '../shell/credential-fields.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { TermsOfUse, useTerms } from '../shell/terms.tsx'
import { AccountFoundDialog } from './account-found-dialog.tsx'
import { Captcha } from './captcha.tsx'
import { Actions, Frame } from './frame.tsx'
import { NamesFromNpi, SignatoryFields } from './provider-fields.tsx'
import type { ScreenProps } from './screen.ts'
import { useQuestions } from './use-questions.ts'

/** The fields of the form; the rest of the model decides which of them show. */
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
  // What was typed survives GO BACK and the browser's Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen goes away
  useEffect(() => () => update(form.getValues()), [])

  const submit = form.onValid((account) =>
    dispatch({
      type: 'accountSubmitted',
      answers: { ...account, phone: stripPhone(account.phone), phoneFormat: formatPhone(account.phone) },
    }),
  )
  return (
    <Frame screen={screen} heading={HEADINGS.step3} bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <FormProvider {...form}>
        <p>{isOnBehalf(model) ? ON_BEHALF_FORM_INTRO : ACCOUNT_FORM_INTRO}</p>
        <form noValidate onSubmit={submit}>
          {isOnBehalf(model) && <SignatoryFields errors={form.errors} />}
          <h2>{isOnBehalf(model) ? 'About you' : 'Contact information'}</h2>
          {takesNamesFromNpi(model) && <NamesFromNpi model={model} />}
          <ContactFields errors={form.errors} withNames={!takesNamesFromNpi(model)} />
          <CredentialFields errors={form.errors} loadQuestions={loadQuestions} />
          {captchaNeeded(model) && (
            <Captcha
              captchaKey={model.captchaKey}
              error={form.errors.captchaRes}
              onSolved={(answer) => form.setValue('captchaRes', answer, { shouldValidate: form.formState.isSubmitted })}
            />
          )}
          <TermsOfUse {...terms} />
          <Actions screen={screen}>
            <Button type="submit" busy={screen.busy} disabled={!terms.accepted}>
              {BUTTONS.createAccount}
            </Button>
          </Actions>
        </form>
      </FormProvider>
      <AccountFoundDialog screen={screen} />
    </Frame>
  )
}

function startingValues(model: RegistrationModel): Account {
  return { ...pickFields(model, FIELDS), phone: formatPhone(model.phone) }
}
