import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkRegBy } from '@portico/core/registration/forms'
import { BUTTONS, HEADINGS, PENDING_SAA_REQUEST, REGISTRANT_CHOICES } from '@portico/core/registration/messages'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { brand } from '../shell/brand.ts'
import { useScreenForm } from '../shell/screen-form.ts'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { WarningDialog } from './warning-dialog.tsx'

export function RegBy(screen: ScreenProps) {
  const { model, dispatch } = screen
  const form = useScreenForm({ regBy: model.regBy }, checkRegBy)
  const submit = form.onValid((answers) => dispatch({ type: 'registrantChosen', answers }))
  return (
    <Frame screen={screen} heading={HEADINGS.regBy} bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <form noValidate onSubmit={submit}>
        <RadioCards
          legend={`You are registering for ${model.npiName}`}
          name="regBy"
          error={form.errors.regBy}
          input={form.register('regBy')}
          options={[
            {
              value: 'self',
              label: REGISTRANT_CHOICES.self,
              description: `I am this ${brand.physicianTerm} and will answer a few identity questions.`,
            },
            {
              value: 'behalf',
              label: REGISTRANT_CHOICES.behalf,
              description: `I work for this ${brand.physicianTerm}, who will be asked by email to accept my request.`,
            },
          ]}
        />
        <Actions screen={screen}>
          <Button type="submit" busy={screen.busy}>
            {BUTTONS.continue}
          </Button>
        </Actions>
      </form>
      {/* Somebody else has asked for this provider already (behaviour 4.13). */}
      <WarningDialog
        screen={screen}
        popup="pendingSaa"
        heading="A Request is Already Pending"
        goOn={{ label: BUTTONS.continue, event: { type: 'pendingAccepted' } }}
      >
        <p>{PENDING_SAA_REQUEST}</p>
      </WarningDialog>
    </Frame>
  )
}
