import { checkRoleSel } from '@portico/core/registration/forms'
import { BUTTONS, FIX_ERRORS, HEADINGS, ROLE_HELP, ROLE_NAMES } from '@portico/core/registration/messages'
import type { RegistrationRole } from '@portico/core/registration/model'
import { REPLACE_SAA_EXPLAINED } from '@portico/core/registration/sentences'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

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
            label: `${ROLE_NAMES[role]} (${role})`,
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
      <ReplaceSaaDialog screen={screen} />
    </Frame>
  )
}

function ReplaceSaaDialog({ screen }: { screen: ScreenProps }) {
  const cancel = () => screen.dispatch({ type: 'popupCancelled' })
  return (
    <Dialog
      open={screen.popup === 'replaceSaa'}
      heading={HEADINGS.replaceSaa}
      onClose={cancel}
      actions={
        <>
          <Button look="line" onClick={cancel}>
            {BUTTONS.cancel}
          </Button>
          <Button onClick={() => screen.dispatch({ type: 'replaceConfirmed' })}>{BUTTONS.replaceCurrentSaa}</Button>
        </>
      }
    >
      <p>{REPLACE_SAA_EXPLAINED}</p>
    </Dialog>
  )
}
