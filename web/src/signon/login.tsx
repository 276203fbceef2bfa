import { PROVIDER_PATHS } from '@portico/core/constants'
import { HEADINGS } from '@portico/core/registration/messages'
import type { ReactNode } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { AREAS } from '../shell/area.ts'
import { ProviderServices } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'

/** `banners` are the plan's news, another area's to show: beside the form, which they must not push away while they come. */
export function ProviderLogin({ banners }: { banners?: ReactNode }) {
  return (
    <LoginPage
      area={AREAS.providers}
      heading="Provider sign in"
      intro="Sign in with the user name and password of your own account."
      links={
        <ul className="links">
          <li>
            <a href={PROVIDER_PATHS.forgotPassword}>Forgot your password?</a>
          </li>
          <li>
            <a href={PROVIDER_PATHS.forgotUsername}>Forgot your user name?</a>
          </li>
        </ul>
      }
      aside={
        <div className="stack">
          {banners}
          <Card as="aside" aria-labelledby="new-here">
            <h2 className="aside-heading" id="new-here">
              New here?
            </h2>
            <p>Register with the National Provider Identifier (NPI) of the provider you work for.</p>
            <LinkButton look="line" href={PROVIDER_PATHS.registration}>
              {HEADINGS.firstTime}
            </LinkButton>
            <h2 className="aside-heading">Questions?</h2>
            <ProviderServices />
          </Card>
        </div>
      }
    />
  )
}
