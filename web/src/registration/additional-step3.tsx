import { permissionLabel } from '@portico/core/access/permissions'
import { captchaNeeded, isNonSaa, isOnBehalf } from '@portico/core/registration/conditions'
import { checkAdditionalAccess } from '@portico/core/registration/forms'
import { namesOf, pickFields, type RegistrationModel, SIGNATORY_FIELDS } from '@portico/core/registration/model'
import { Captcha } from '#shell/captcha/captcha.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { ChosenScope } from './chosen-scope.tsx'
import { FormScreen } from './form-screen.tsx'
import { SignatoryFields } from './provider-fields.tsx'
import type { ScreenProps } from './screen.ts'
import { useFormSync } from './use-form-sync.ts'

const FIELDS = [...namesOf(SIGNATORY_FIELDS), 'captchaRes'] as const

/** Replaces the account form: reviews the request and asks for the missing fields. */
export function AdditionalStep3(screen: ScreenProps) {
  const { model, dispatch, update } = screen
  const form = useScreenForm(pickFields(model, FIELDS), (answers) => checkAdditionalAccess({ ...model, ...answers }))
  useFormSync(form, update)
  return (
    <FormScreen
      screen={screen}
      heading="Send your request"
      form={form}
      onSend={(answers) => dispatch({ type: 'accountSubmitted', answers })}
      intro={
        <>
          <p>You are requesting:</p>
          <ChosenScope model={model} />
          {isNonSaa(model) && <ChosenPermissions model={model} />}
        </>
      }
      className="after-summary"
      label="Send request"
    >
      {isOnBehalf(model) && <SignatoryFields />}
      {captchaNeeded(model) && <Captcha captchaKey={model.captchaKey} />}
    </FormScreen>
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
