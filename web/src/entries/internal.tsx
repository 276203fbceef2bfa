import { INTERNAL_PATHS } from '@portico/core/constants'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { NotFound } from '../content/not-found.tsx'
import '../internal/internal.css'
import { InternalHeader } from '../internal/internal-header.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { brand } from '../shell/brand.ts'
import type { NavItem } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'
import { mountApp } from '../shell/mount.tsx'
import { SignedInPages } from '../shell/route-frames.tsx'

// Everything behind the login is downloaded when it is opened.
const Content = lazy(async () => ({ default: (await import('../internal/content.tsx')).Content }))
const Contracts = lazy(async () => ({ default: (await import('../internal/contracts.tsx')).Contracts }))

const PUBLIC_NAV: readonly NavItem[] = [{ label: 'Sign in', href: INTERNAL_PATHS.login, main: true }]

/** Everything else needs no session; an unknown address says so without asking for one. */
const SIGNED_IN_PATHS = new Set<string>([INTERNAL_PATHS.contracts, INTERNAL_PATHS.content])

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
          <LoginPage area={AREAS.internal} heading="Plan staff sign in" intro={`For ${brand.name} staff only.`} />
        }
      />
      <Route element={<SignedInPages />}>
        <Route path={INTERNAL_PATHS.contracts} element={<Contracts />} />
        <Route path={INTERNAL_PATHS.content} element={<Content />} />
      </Route>
      <Route path="*" element={<NotFound home={INTERNAL_PATHS.login} homeLabel="Go to staff sign in" />} />
    </Routes>
  </AreaApp>,
)
