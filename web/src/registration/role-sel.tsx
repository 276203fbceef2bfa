import { ROLE_HELP, roleWithShortName } from '@portico/core/forms/messages'
import { checkRoleSel } from '@portico/core/registration/forms'
import type { RegistrationRole } from '@portico/core/registration/model'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { REPLACE_SAA_EXPLAINED } from '@portico/core/registration/texts/sentences'
import { RadioCards } from '#kit/choice.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { NpiSummary } from './chosen-scope.tsx'
import { FormScreen } from './form-screen.tsx'
import type { ScreenProps } from './screen.ts'
import { WarningDialog } from './warning-dialog.tsx'

export function RoleSel(screen: ScreenProps) {
  const { model, dispatch } = screen
  const form = useScreenForm({ regRoleSel: model.regRoleSel }, checkRoleSel)
  const roles: RegistrationRole[] = model.allowAaAuReg ? ['SAA', 'AA', 'AU'] : ['SAA']
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.roleSel}
      form={form}
      onSend={(answers) => dispatch({ type: 'roleChosen', answers })}
      intro={<NpiSummary model={model} />}
      popup={
        <WarningDialog
          screen={screen}
          popup="replaceSaa"
          heading={HEADINGS.replaceSaa}
          goOn={{ label: BUTTONS.replaceCurrentSaa, event: { type: 'replaceConfirmed' } }}
        >
          <p>{REPLACE_SAA_EXPLAINED}</p>
        </WarningDialog>
      }
    >
      <RadioCards
        legend="Which role are you requesting?"
        hint="Someone already manages access for this provider."
        {...form.field('regRoleSel')}
        options={roles.map((role) => ({ value: role, label: roleWithShortName(role), description: ROLE_HELP[role] }))}
      />
    </FormScreen>
  )
}
