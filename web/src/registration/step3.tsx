import { captchaNeeded, isOnBehalf, takesNamesFromNpi } from '@portico/core/registration/decisions'
import { filterUserName, formatPhone, stripPhone } from '@portico/core/registration/formats'
import { checkStep3 } from '@portico/core/registration/forms'
import { BUTTONS, FIX_ERRORS, HEADINGS } from '@portico/core/registration/messages'
import type { RegistrationModel } from '@portico/core/registration/model'
import { ACCOUNT_FORM_INTRO, ON_BEHALF_FORM_INTRO } from '@portico/core/registration/sentences'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { ContactFields } from '../shell/contact-fields.tsx'
import { PasswordPair, SecurityQuestions, UserNameField } from '../shell/credential-fields.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { TermsOfUse, useTerms } from '../shell/terms.tsx'
import { AccountFoundDialog } from './account-found-dialog.tsx'
import { Captcha } from './captcha.tsx'
import { Actions, Frame } from './frame.tsx'
import { NamesFromNpi, SignatoryFields } from './provider-fields.tsx'
import type { ScreenProps } from './screen.ts'
import { useQuestions } from './use-questions.ts'

/** The fields of the form; the rest of the model decides which of them show. */
const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'confirmEmail',
  'phone',
  'phoneExt',
  'userName',
  'password',
  'confirmPassword',
  'securityQuestion1',
  'securityQuestion2',
  'securityQuestion3',
  'securityAns1',
  'securityAns2',
  'securityAns3',
  'contactFirstName',
  'contactLastName',
  'signatoryEmail',
  'signatoryConfEmail',
  'captchaRes',
] as const satisfies (keyof RegistrationModel)[]
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
          <h2>Signing in</h2>
          <UserNameField
            errors={form.errors}
            clean={filterUserName}
            note="6 to 12 letters and digits. Capitals do not matter."
          />
          <PasswordPair errors={form.errors} />
          <h2>Security questions</h2>
          <SecurityQuestions errors={form.errors} loadQuestions={loadQuestions} />
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
  const values = Object.fromEntries(FIELDS.map((field) => [field, model[field]])) as Account
  return { ...values, phone: formatPhone(model.phone) }
}
