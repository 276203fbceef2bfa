import { FIX_ERRORS, ROLE_HELP, ROLE_NAMES, roleWithShortName } from '@portico/core/forms/messages'
import { checkRoleSel } from '@portico/core/registration/forms'
import { BUTTONS, HEADINGS } from '@portico/core/registration/messages'
import type { RegistrationRole } from '@portico/core/registration/model'
import { REPLACE_SAA_EXPLAINED } from '@portico/core/registration/sentences'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { WarningDialog } from './warning-dialog.tsx'

export function RoleSel(screen: ScreenProps) {
  const { model, dispatch } = screen
  const form = useScreenForm({ regRoleSel: model.regRoleSel }, checkRoleSel)
  const submit = form.onValid((answers) => dispatch({ type: 'roleChosen', answers }))
  const roles: RegistrationRole[] = model.allowAaAuReg ? ['SAA', 'AA', 'AU'] : ['SAA']
  return (
    <Frame screen={screen} heading={HEADINGS.roleSel} bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <SummaryList
        across
        items={[
          { term: 'NPI', value: <span className="num">{model.npiId}</span> },
          { term: 'Provider', value: model.npiName },
        ]}
      />
      <form noValidate onSubmit={submit}>
        <RadioCards
          legend="Which role do you ask for?"
          hint="Somebody already manages access for this provider."
          name="regRoleSel"
          error={form.errors.regRoleSel}
          input={form.register('regRoleSel')}
          options={roles.map((role) => ({
            value: role,
            label: roleWithShortName(role),
            help: ROLE_HELP[role],
            helpLabel: ROLE_NAMES[role],
          }))}
        />
        <Actions screen={screen}>
          <Button type="submit" busy={screen.busy}>
            {BUTTONS.continue}
          </Button>
        </Actions>
      </form>
      <WarningDialog
        screen={screen}
        popup="replaceSaa"
        heading={HEADINGS.replaceSaa}
        goOn={{ label: BUTTONS.replaceCurrentSaa, event: { type: 'replaceConfirmed' } }}
      >
        <p>{REPLACE_SAA_EXPLAINED}</p>
      </WarningDialog>
    </Frame>
  )
}
