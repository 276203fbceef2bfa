import { permissionLabel } from '@portico/core/access/permissions'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { captchaNeeded, isNonSaa, isOnBehalf } from '@portico/core/registration/decisions'
import { checkAdditionalAccess } from '@portico/core/registration/forms'
import { namesOf, pickFields, type RegistrationModel, SIGNATORY_FIELDS } from '@portico/core/registration/model'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { Captcha } from './captcha.tsx'
import { ChosenScope } from './chosen-scope.tsx'
import { Actions, Frame } from './frame.tsx'
import { SignatoryFields } from './provider-fields.tsx'
import type { ScreenProps } from './screen.ts'

const FIELDS = [...namesOf(SIGNATORY_FIELDS), 'captchaRes'] as const

/** In place of the account form: what is asked for, and what is still needed to ask. */
export function AdditionalStep3(screen: ScreenProps) {
  const { model, dispatch, update } = screen
  const form = useScreenForm(pickFields(model, FIELDS), (answers) => checkAdditionalAccess({ ...model, ...answers }))
  // What was typed survives GO BACK and the browser's Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen goes away
  useEffect(() => () => update(form.getValues()), [])
  const submit = form.onValid((answers) => dispatch({ type: 'accountSubmitted', answers }))
  return (
    <Frame screen={screen} heading="Send Your Request" bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <p>This is what you are asking for:</p>
      <ChosenScope model={model} />
      {isNonSaa(model) && <ChosenPermissions model={model} />}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="after-summary">
          {isOnBehalf(model) && <SignatoryFields errors={form.errors} />}
          {captchaNeeded(model) && (
            <Captcha
              captchaKey={model.captchaKey}
              error={form.errors.captchaRes}
              onSolved={(answer) => form.setValue('captchaRes', answer, { shouldValidate: form.formState.isSubmitted })}
            />
          )}
          <Actions screen={screen}>
            <Button type="submit" busy={screen.busy}>
              SEND REQUEST
            </Button>
          </Actions>
        </form>
      </FormProvider>
    </Frame>
  )
}

function ChosenPermissions({ model }: { model: RegistrationModel }) {
  const chosen = model.permissionList.filter((permission) => permission.checked)
  return (
    <p className="after-summary">
      With these functions: <b>{chosen.map((permission) => permissionLabel(permission.referenceId)).join(', ')}</b>
    </p>
  )
}
