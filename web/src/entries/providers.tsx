import { PROVIDER_PATHS } from '@portico/core/constants'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import '../access/access.css'
import { ActiveOnly } from '../access/active-only.tsx'
import { ProviderHeader } from '../access/provider-header.tsx'
import { Banners } from '../content/banners.tsx'
import { NotFound } from '../content/not-found.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { type NavItem, PUBLIC_NAV } from '../shell/layout.tsx'
import { mountApp } from '../shell/mount.tsx'
import { LaterPages, SignedInPages } from '../shell/route-frames.tsx'
import { ProviderLogin } from '../signon/login.tsx'

// Everything but the login page is downloaded when it is opened.
const Contact = lazy(async () => ({ default: (await import('../content/contact.tsx')).Contact }))
const Faq = lazy(async () => ({ default: (await import('../content/faq.tsx')).Faq }))
const TermsOfUse = lazy(async () => ({ default: (await import('../content/legal.tsx')).TermsOfUse }))
const Privacy = lazy(async () => ({ default: (await import('../content/legal.tsx')).Privacy }))
const Accessibility = lazy(async () => ({ default: (await import('../content/legal.tsx')).Accessibility }))
const LanguageAssistance = lazy(async () => ({ default: (await import('../content/legal.tsx')).LanguageAssistance }))
const ProviderHome = lazy(async () => ({ default: (await import('../access/home.tsx')).ProviderHome }))
const ProviderProfile = lazy(async () => ({
  default: (await import('../signon/profile/provider-profile.tsx')).ProviderProfile,
}))
const Status = lazy(async () => ({ default: (await import('../access/status/status.tsx')).Status }))
const AccessPages = lazy(async () => ({
  default: (await import('../access/administration/access-pages.tsx')).AccessPages,
}))
const AdditionalAccess = lazy(async () => ({
  default: (await import('../registration/additional-access.tsx')).AdditionalAccess,
}))
const EligibilityPage = lazy(async () => ({
  default: (await import('../directory/eligibility.tsx')).EligibilityPage,
}))
const Claims = lazy(async () => ({ default: (await import('../directory/claims.tsx')).Claims }))
const Roster = lazy(async () => ({ default: (await import('../directory/roster.tsx')).Roster }))
const ScoTrakker = lazy(async () => ({ default: (await import('../directory/sco-trakker.tsx')).ScoTrakker }))
const ScoInvoices = lazy(async () => ({ default: (await import('../directory/sco-invoice.tsx')).ScoInvoices }))
const ForgotPassword = lazy(async () => ({ default: (await import('../signon/forgot-password.tsx')).ForgotPassword }))
const ForgotUsername = lazy(async () => ({ default: (await import('../signon/forgot-username.tsx')).ForgotUsername }))

/** Below signed-in pages; their header is the person's own. */
const SIGNED_IN_NAV: readonly NavItem[] = PUBLIC_NAV.filter((item) => !item.main)

/** Everything else needs no session; an unknown address says so without asking for one. */
const SIGNED_IN_PATHS = new Set<string>([
  PROVIDER_PATHS.home,
  PROVIDER_PATHS.profile,
  PROVIDER_PATHS.status,
  PROVIDER_PATHS.additionalAccess,
  PROVIDER_PATHS.access,
  PROVIDER_PATHS.eligibility,
  PROVIDER_PATHS.claims,
  PROVIDER_PATHS.roster,
  PROVIDER_PATHS.scoTrakker,
  PROVIDER_PATHS.scoInvoice,
])
const isSignedInPath = (path: string): boolean =>
  SIGNED_IN_PATHS.has(path) || path.startsWith(`${PROVIDER_PATHS.access}/`)

/** Read by everybody, under one's own header when signed in. */
const { contact, faq, termsOfUse, privacy, accessibility, languageAssistance } = PROVIDER_PATHS
const PATHS_FOR_ALL = new Set<string>([contact, faq, termsOfUse, privacy, accessibility, languageAssistance])

mountApp(
  <AreaApp
    area={AREAS.providers}
    within={PROVIDER_PATHS.area}
    elsewhere={[PROVIDER_PATHS.registration, PROVIDER_PATHS.logout]}
    isPublic={(path) => !isSignedInPath(path)}
    isForAll={(path) => PATHS_FOR_ALL.has(path)}
    publicNav={PUBLIC_NAV}
    signedInNav={SIGNED_IN_NAV}
    signedInHeader={<ProviderHeader />}
  >
    <Routes>
      <Route path={PROVIDER_PATHS.login} element={<ProviderLogin banners={<Banners categoryId="login" />} />} />
      <Route element={<LaterPages />}>
        <Route path={contact} element={<Contact />} />
        <Route path={faq} element={<Faq />} />
        <Route path={termsOfUse} element={<TermsOfUse />} />
        <Route path={privacy} element={<Privacy />} />
        <Route path={accessibility} element={<Accessibility />} />
        <Route path={languageAssistance} element={<LanguageAssistance />} />
        <Route
          path={PROVIDER_PATHS.forgotPassword}
          element={<ForgotPassword area={AREAS.providers} forgotUsername={PROVIDER_PATHS.forgotUsername} />}
        />
        <Route path={PROVIDER_PATHS.forgotUsername} element={<ForgotUsername />} />
      </Route>
      <Route element={<SignedInPages />}>
        <Route path={PROVIDER_PATHS.profile} element={<ProviderProfile />} />
        <Route path={PROVIDER_PATHS.status} element={<Status />} />
        <Route element={<ActiveOnly orSuspended />}>
          <Route path={`${PROVIDER_PATHS.access}/*`} element={<AccessPages />} />
        </Route>
        <Route element={<ActiveOnly />}>
          <Route path={PROVIDER_PATHS.home} element={<ProviderHome banners={<Banners categoryId="home" />} />} />
          <Route path={PROVIDER_PATHS.additionalAccess} element={<AdditionalAccess />} />
          <Route path={PROVIDER_PATHS.eligibility} element={<EligibilityPage />} />
          <Route path={PROVIDER_PATHS.claims} element={<Claims />} />
          <Route path={PROVIDER_PATHS.roster} element={<Roster />} />
          <Route path={PROVIDER_PATHS.scoTrakker} element={<ScoTrakker />} />
          <Route path={PROVIDER_PATHS.scoInvoice} element={<ScoInvoices />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFound home={PROVIDER_PATHS.login} homeLabel="Go to sign in" />} />
    </Routes>
  </AreaApp>,
)
