import { NPI_LENGTH, PROVIDER_PATHS } from '@portico/core/constants'
import { filterNpi } from '@portico/core/registration/formats'
import { checkHome } from '@portico/core/registration/forms'
import { BUTTONS, FIX_ERRORS } from '@portico/core/registration/messages'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { DigitsField } from '../kit/text-field.tsx'
import { brand } from '../shell/brand.ts'
import { Page, ProviderServices } from '../shell/layout.tsx'
import { useScreenForm } from '../shell/screen-form.ts'
import type { ScreenProps } from './screen.ts'

/** Where a signed-in person starts to ask for more. */
export function AdditionalHome(screen: ScreenProps) {
  const form = useScreenForm({ npiId: screen.model.npiId }, checkHome)
  const info = screen.message || screen.model.infoMessage
  return (
    <Page aside>
      <Card>
        <PageHeading bad={form.bad || info !== ''}>Request additional access</PageHeading>
        <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
        {info && !form.bad && <Alert>{info}</Alert>}
        <p>
          Which {brand.physicianTerm}, group or facility do you need access to? Start with its National Provider
          Identifier (NPI). Your account and what you hold already stay as they are.
        </p>
        <form noValidate onSubmit={form.onValid((answers) => screen.dispatch({ type: 'npiSubmitted', answers }))}>
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
              {BUTTONS.continue}
            </Button>
            <a href={PROVIDER_PATHS.home}>Cancel</a>
          </div>
        </form>
      </Card>
      <Card as="aside" aria-labelledby="what-follows">
        <h2 className="aside-heading" id="what-follows">
          What follows
        </h2>
        <ul className="ticks">
          <li>You choose the role and how far the access should reach.</li>
          <li>Where you ask as the provider, or on behalf of one, we check the same facts as at your registration.</li>
          <li>Whoever decides is told by email; your requests page shows where it stands.</li>
        </ul>
        <h2 className="aside-heading">Questions?</h2>
        <ProviderServices />
      </Card>
    </Page>
  )
}
