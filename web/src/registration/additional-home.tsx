import { PROVIDER_PATHS } from '@portico/core/constants'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { signerNeeded } from '@portico/core/registration/texts/review-promise'
import { Card, TitledCard } from '../kit/card.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { brand } from '../shell/layout/brand.ts'
import { Page, ProviderServices } from '../shell/layout/layout.tsx'
import { ContinueOffer } from './continue-offer.tsx'
import { NpiForm, useNpiForm } from './npi-form.tsx'
import type { ScreenProps } from './screen.ts'
import { usePromisedDays } from './use-promised-days.ts'

/** Where a signed-in person starts to ask for more. */
export function AdditionalHome(screen: ScreenProps) {
  const npi = useNpiForm(screen)
  const promisedDays = usePromisedDays()
  return (
    <Page aside>
      <Card>
        <PageHeading bad={npi.bad}>Request additional access</PageHeading>
        <NpiForm screen={screen} npi={npi} label={BUTTONS.continue} beside={<a href={PROVIDER_PATHS.home}>Cancel</a>}>
          <p>
            Which {brand.physicianTerm}, group or facility do you need access to? Start with its National Provider
            Identifier (NPI). Your account and what you hold already stay as they are.
          </p>
        </NpiForm>
        <ContinueOffer screen={screen} />
      </Card>
      <TitledCard as="aside" id="what-follows" heading="What follows">
        <ul className="ticks">
          <li>You choose the role and how far the access should reach.</li>
          <li>Where you ask as the provider, or on behalf of one, we check the same facts as at your registration.</li>
          <li>{signerNeeded(promisedDays)}</li>
          <li>Whoever decides is told by email; your requests page shows where it stands.</li>
        </ul>
        <h2 className="aside-heading">Questions?</h2>
        <ProviderServices />
      </TitledCard>
    </Page>
  )
}
