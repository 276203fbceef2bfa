import { NPI_LENGTH, PROVIDER_PATHS } from '@portico/core/constants'
import { BUTTONS, FIX_ERRORS, HEADINGS, NPI_REQUIRED, NPI_TEN_DIGITS } from '@portico/core/registration/messages'
import { useForm } from 'react-hook-form'
import { Button, LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary, summariseErrors } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { DigitsField } from '../kit/text-field.tsx'
import { brand } from '../shell/brand.ts'
import { Hero, Page, ProviderServices } from '../shell/layout.tsx'
import type { ScreenProps } from './screen.ts'

const checkNpi = (npi: string) => (npi === '' ? NPI_REQUIRED : npi.length < NPI_LENGTH ? NPI_TEN_DIGITS : undefined)

export function Home(screen: ScreenProps) {
  const form = useForm({ defaultValues: { npiId: screen.model.npiId }, shouldFocusError: false })
  const errors = summariseErrors(form.formState.errors)
  const info = screen.message || screen.model.infoMessage
  const submit = form.handleSubmit(({ npiId }) => screen.dispatch({ type: 'npiSubmitted', answers: { npiId } }))

  return (
    <>
      <Hero>
        <PageHeading bad={errors.length > 0 || info !== ''}>{HEADINGS.home}</PageHeading>
        <p>Eligibility, claims and your practice’s people in one place. Most offices finish in about five minutes.</p>
      </Hero>
      <Page aside over>
        <div className="stack">
          <Card as="section" aria-labelledby="first-time">
            <h2 id="first-time">{HEADINGS.firstTime}</h2>
            <ErrorSummary heading={FIX_ERRORS} errors={errors} attempt={form.formState.submitCount} />
            {info && errors.length === 0 && <Alert>{info}</Alert>}
            <p>
              Start with the National Provider Identifier (NPI) of the {brand.physicianTerm}, group or facility you work
              for.
            </p>
            <form noValidate onSubmit={submit}>
              <DigitsField
                label="National Provider Identifier (NPI)"
                hint="10 digits"
                digits={NPI_LENGTH}
                error={form.formState.errors.npiId?.message}
                {...form.register('npiId', { validate: checkNpi })}
              />
              <Button type="submit" busy={screen.busy}>
                {BUTTONS.continueWithRegistration}
              </Button>
            </form>
          </Card>
          <Card as="section" aria-labelledby="additional-access">
            <h2 id="additional-access">{HEADINGS.additionalAccess}</h2>
            <p>You already have an account and want to add a provider, a group or a role.</p>
            <div className="row">
              <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
                Request additional access
              </LinkButton>
              <a href={PROVIDER_PATHS.login}>{BUTTONS.back} to sign in</a>
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
