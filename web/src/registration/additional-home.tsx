import { PROVIDER_PATHS } from '@portico/core/constants'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { signerNeeded } from '@portico/core/registration/texts/review-promise'
import { Card, TitledCard } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { brand } from '#shell/brands/brand.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { ContinueOffer } from './continue-offer.tsx'
import { NpiForm, useNpiForm } from './npi-form.tsx'
import type { ScreenProps } from './screen.ts'
import { useReviewPromise } from './use-review-promise.ts'

/** Start page of a request for additional access. */
export function AdditionalHome(screen: ScreenProps) {
  const npi = useNpiForm(screen)
  const promisedDays = useReviewPromise()?.businessDays
  return (
    <Page aside>
      <Card>
        <PageHeading bad={npi.bad}>Request additional access</PageHeading>
        <NpiForm screen={screen} npi={npi} label={BUTTONS.continue} beside={<a href={PROVIDER_PATHS.home}>Cancel</a>}>
          <p>
            Which {brand.physicianTerm}, group or facility do you need access to? Start with its National Provider
            Identifier (NPI). Your account and the access you already have stay the same.
          </p>
        </NpiForm>
        <ContinueOffer screen={screen} />
      </Card>
      <TitledCard as="aside" id="what-happens-next" heading="What happens next">
        <ol className="numbered">
          <li>You choose a role and what the access should cover.</li>
          <li>If you ask as the provider, or on behalf of one, we check the same facts as when you registered.</li>
          <li>{signerNeeded(promisedDays)}</li>
          <li>We email the people who decide. Your requests page shows the status.</li>
        </ol>
        <h2 className="aside-heading">Questions?</h2>
        <ProviderServices />
      </TitledCard>
    </Page>
  )
}
