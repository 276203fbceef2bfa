import { PROVIDER_PATHS } from '@portico/core/constants'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { signerAlwaysNeeded, signerNeeded } from '@portico/core/registration/texts/review-promise'
import { LinkButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { brand } from '#shell/brands/brand.ts'
import { Hero, Page, ProviderServices } from '#shell/layout/layout.tsx'
import { ContinueOffer } from './continue-offer.tsx'
import { ContractOffer } from './contract-offer.tsx'
import { NpiForm, useNpiForm } from './npi-form.tsx'
import type { ScreenProps } from './screen.ts'
import { useReviewPromise } from './use-review-promise.ts'

export function Home(screen: ScreenProps) {
  const npi = useNpiForm(screen)
  const promisedDays = useReviewPromise()?.businessDays
  const { easyReg } = screen.model
  return (
    <>
      <Hero>
        <PageHeading bad={npi.bad}>{HEADINGS.home}</PageHeading>
        <p>Eligibility, claims and user access in one place. Registration takes most offices about five minutes.</p>
      </Hero>
      <Page aside over>
        <div className="stack">
          <TitledCard id="first-time" heading={HEADINGS.firstTime}>
            <NpiForm screen={screen} npi={npi} label={BUTTONS.continueWithRegistration}>
              <p>
                Start with the National Provider Identifier (NPI) of the {brand.physicianTerm}, group or facility you
                work for.
              </p>
            </NpiForm>
            <ContractOffer screen={screen} />
            <ContinueOffer screen={screen} />
          </TitledCard>
          <TitledCard id="additional-access" heading={HEADINGS.additionalAccess}>
            <p>Already have an account? Add a provider, a group or a role.</p>
            <div className="row">
              <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
                Request additional access
              </LinkButton>
              <span>
                <a href={PROVIDER_PATHS.login}>{BUTTONS.back}</a> to sign in
              </span>
            </div>
          </TitledCard>
        </div>
        <TitledCard as="aside" id="have-ready" heading="Have these ready">
          <ul className="ticks">
            <li>Your NPI</li>
            {!easyReg && <li>The last four digits of the provider’s SSN, the practice’s TIN, or two recent claims</li>}
            <li>An email address you can check now</li>
            <li>{easyReg ? signerAlwaysNeeded(promisedDays) : signerNeeded(promisedDays)}</li>
          </ul>
          <h2 className="aside-heading">Questions?</h2>
          <ProviderServices />
        </TitledCard>
      </Page>
    </>
  )
}
