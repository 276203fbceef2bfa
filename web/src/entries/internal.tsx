import { INTERNAL_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { NotFound } from '../content/not-found.tsx'
import '../access/access.css'
import '../internal/internal.css'
import { InternalHeader } from '../internal/internal-header.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { brand } from '../shell/brand.ts'
import type { NavItem } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'
import { mountApp } from '../shell/mount.tsx'
import { LaterPages, SignedInPages } from '../shell/route-frames.tsx'

// Everything behind the login is downloaded when it is opened.
const Content = lazy(async () => ({ default: (await import('../content/content.tsx')).Content }))
const InternalHome = lazy(async () => {
  const [{ InternalHome }, { ContractNumbers }] = await Promise.all([
    import('../internal/home.tsx'),
    import('../contracts/contract-numbers.tsx'),
  ])
  return { default: () => <InternalHome contracts={<ContractNumbers />} /> }
})
const Contracts = lazy(async () => ({ default: (await import('../contracts/contracts.tsx')).Contracts }))
const Requests = lazy(async () => ({ default: (await import('../access/staff/requests.tsx')).Requests }))
const People = lazy(async () => ({ default: (await import('../access/staff/people.tsx')).People }))
const Providers = lazy(async () => {
  const [{ Providers }, { RosterChangeQueue }, { InviteSaa }] = await Promise.all([
    import('../internal/providers.tsx'),
    import('../directory/roster-changes.tsx'),
    import('../access/staff/invite-saa.tsx'),
  ])
  return { default: () => <Providers reports={<RosterChangeQueue />} Invite={InviteSaa} /> }
})
const Audit = lazy(async () => ({ default: (await import('../internal/audit.tsx')).Audit }))
const ForgotPassword = lazy(async () => ({ default: (await import('../signon/forgot-password.tsx')).ForgotPassword }))
const Profile = lazy(async () => ({ default: (await import('../signon/profile/profile.tsx')).Profile }))
const Mail = lazy(async () => ({ default: (await import('../internal/mail.tsx')).Mail }))

const PUBLIC_NAV: readonly NavItem[] = [{ label: 'Sign in', href: INTERNAL_PATHS.login, main: true }]

/** Everything else needs no session; an unknown address says so without asking for one. */
const { home, contracts, requests, people, providers, content, audit, mail, profile } = INTERNAL_PATHS
const SIGNED_IN_PATHS = new Set<string>([home, contracts, requests, people, providers, content, audit, mail, profile])

const staffIntro = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>, plan staff.
  </p>
)

mountApp(
  <AreaApp
    area={AREAS.internal}
    within={INTERNAL_PATHS.area}
    elsewhere={[INTERNAL_PATHS.logout]}
    isPublic={(path) => !SIGNED_IN_PATHS.has(path)}
    publicNav={PUBLIC_NAV}
    signedInNav={[]}
    signedInHeader={<InternalHeader />}
  >
    <Routes>
      <Route
        path={INTERNAL_PATHS.login}
        element={
          <LoginPage
            area={AREAS.internal}
            heading="Plan staff sign in"
            intro={`For ${brand.name} staff only.`}
            links={
              <ul className="links">
                <li>
                  <a href={INTERNAL_PATHS.forgotPassword}>Forgot your password?</a>
                </li>
              </ul>
            }
          />
        }
      />
      <Route element={<LaterPages />}>
        <Route path={INTERNAL_PATHS.forgotPassword} element={<ForgotPassword area={AREAS.internal} />} />
      </Route>
      <Route element={<SignedInPages />}>
        <Route path={home} element={<InternalHome />} />
        <Route path={contracts} element={<Contracts />} />
        <Route path={requests} element={<Requests />} />
        <Route path={people} element={<People />} />
        <Route path={providers} element={<Providers />} />
        <Route path={audit} element={<Audit />} />
        <Route path={mail} element={<Mail />} />
        <Route path={content} element={<Content />} />
        <Route path={profile} element={<Profile intro={staffIntro} />} />
      </Route>
      <Route path="*" element={<NotFound home={INTERNAL_PATHS.login} homeLabel="Go to staff sign in" />} />
    </Routes>
  </AreaApp>,
)
