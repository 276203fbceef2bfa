import { NPI_LENGTH, PROVIDER_PATHS } from '@portico/core/constants'
import { filterNpi } from '@portico/core/registration/formats'
import { checkHome } from '@portico/core/registration/forms'
import { BUTTONS, FIX_ERRORS, HEADINGS } from '@portico/core/registration/messages'
import { Button, LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { DigitsField } from '../kit/text-field.tsx'
import { brand } from '../shell/brand.ts'
import { Hero, Page, ProviderServices } from '../shell/layout.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import type { ScreenProps } from './screen.ts'

export function Home(screen: ScreenProps) {
  const form = useScreenForm({ npiId: screen.model.npiId }, checkHome)
  const info = screen.message || screen.model.infoMessage
  const submit = form.onValid((answers) => screen.dispatch({ type: 'npiSubmitted', answers }))

  return (
    <>
      <Hero>
        <PageHeading bad={form.bad || info !== ''}>{HEADINGS.home}</PageHeading>
        <p>Eligibility, claims and your practice’s people in one place. Most offices finish in about five minutes.</p>
      </Hero>
      <Page aside over>
        <div className="stack">
          <Card as="section" aria-labelledby="first-time">
            <h2 id="first-time">{HEADINGS.firstTime}</h2>
            <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
            {info && !form.bad && <Alert>{info}</Alert>}
            <p>
              Start with the National Provider Identifier (NPI) of the {brand.physicianTerm}, group or facility you work
              for.
            </p>
            <form noValidate onSubmit={submit}>
              <DigitsField
                label="National Provider Identifier (NPI)"
                hint="10 digits"
                digits={NPI_LENGTH}
                clean={filterNpi}
                error={form.errors.npiId}
                {...form.register('npiId')}
              />
              <div className="row">
                <Button type="submit" busy={screen.busy}>
                  {BUTTONS.continueWithRegistration}
                </Button>
              </div>
            </form>
          </Card>
          <Card as="section" aria-labelledby="additional-access">
            <h2 id="additional-access">{HEADINGS.additionalAccess}</h2>
            <p>You already have an account and want to add a provider, a group or a role.</p>
            <div className="row">
              <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
                Request additional access
              </LinkButton>
              <span>
                <a href={PROVIDER_PATHS.login}>{BUTTONS.back}</a> to sign in
              </span>
            </div>
          </Card>
        </div>
        <Card as="aside" aria-labelledby="at-hand">
          <h2 className="aside-heading" id="at-hand">
            Have these at hand
          </h2>
          <ul className="ticks">
            <li>Your NPI</li>
            <li>The last four digits of the provider’s SSN, the practice’s TIN, or two recent claims</li>
            <li>An email address you can open now</li>
          </ul>
          <h2 className="aside-heading">Questions?</h2>
          <ProviderServices />
        </Card>
      </Page>
    </>
  )
}
