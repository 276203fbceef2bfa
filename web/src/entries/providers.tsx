import { PROVIDER_PATHS } from '@portico/core/constants'
import { HEADINGS } from '@portico/core/registration/messages'
import { Route, Routes } from 'react-router'
import { Contact } from '../content/contact.tsx'
import { Faq } from '../content/faq.tsx'
import { Accessibility, LanguageAssistance, Privacy, TermsOfUse } from '../content/legal.tsx'
import { NotFound } from '../content/not-found.tsx'
import { ProviderHome } from '../content/provider-home.tsx'
import { LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { type NavItem, ProviderServices, PUBLIC_NAV } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'
import { mountApp } from '../shell/mount.tsx'
import { SignedIn } from '../shell/signed-in.tsx'

const SIGNED_IN_NAV: readonly NavItem[] = [
  { label: 'Home', href: PROVIDER_PATHS.home },
  { label: 'Sign out', href: PROVIDER_PATHS.logout, main: true },
]

/** Everything else needs a session; an unknown address says so without asking for one. */
const SIGNED_IN_PATHS = new Set<string>([PROVIDER_PATHS.home])

function ProviderLogin() {
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
      }
    />
  )
}

mountApp(
  <AreaApp
    area={AREAS.providers}
    within={PROVIDER_PATHS.area}
    elsewhere={[PROVIDER_PATHS.registration, PROVIDER_PATHS.logout]}
    isPublic={(path) => !SIGNED_IN_PATHS.has(path)}
    publicNav={PUBLIC_NAV}
    signedInNav={SIGNED_IN_NAV}
  >
    <Routes>
      <Route path={PROVIDER_PATHS.login} element={<ProviderLogin />} />
      <Route path={PROVIDER_PATHS.contact} element={<Contact />} />
      <Route path={PROVIDER_PATHS.faq} element={<Faq />} />
      <Route path={PROVIDER_PATHS.termsOfUse} element={<TermsOfUse />} />
      <Route path={PROVIDER_PATHS.privacy} element={<Privacy />} />
      <Route path={PROVIDER_PATHS.accessibility} element={<Accessibility />} />
      <Route path={PROVIDER_PATHS.languageAssistance} element={<LanguageAssistance />} />
      <Route
        path={PROVIDER_PATHS.home}
        element={
          <SignedIn>
            <ProviderHome />
          </SignedIn>
        }
      />
      <Route path="*" element={<NotFound home={PROVIDER_PATHS.login} homeLabel="Go to sign in" />} />
    </Routes>
  </AreaApp>,
)
