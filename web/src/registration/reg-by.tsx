import { checkRegBy } from '@portico/core/registration/forms'
import { PENDING_SAA_REQUEST } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { RadioCards } from '#kit/choice.tsx'
import { brand } from '#shell/brands/brand.ts'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { FormScreen } from './form-screen.tsx'
import type { ScreenProps } from './screen.ts'
import { WarningDialog } from './warning-dialog.tsx'

export function RegBy(screen: ScreenProps) {
  const { model, dispatch } = screen
  const form = useScreenForm({ regBy: model.regBy }, checkRegBy)
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.regBy}
      form={form}
      onSend={(answers) => dispatch({ type: 'registrantChosen', answers })}
      popup={
        // Another request for this provider is pending (behaviour 4.13).
        <WarningDialog
          screen={screen}
          popup="pendingSaa"
          heading="A Request is Already Pending"
          goOn={{ label: BUTTONS.continue, event: { type: 'pendingAccepted' } }}
        >
          <p>{PENDING_SAA_REQUEST}</p>
        </WarningDialog>
      }
    >
      <RadioCards
        legend={`You are registering for ${model.npiName}`}
        {...form.field('regBy')}
        options={[
          {
            value: 'self',
            label: REGISTRANT_CHOICES.self,
            description: `I am this ${brand.physicianTerm} and will confirm my identity.`,
          },
          {
            value: 'behalf',
            label: REGISTRANT_CHOICES.behalf,
            description: `I work for this ${brand.physicianTerm}, who will be asked by email to accept my request.`,
          },
        ]}
      />
    </FormScreen>
  )
}
