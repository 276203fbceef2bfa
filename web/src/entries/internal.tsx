import { INTERNAL_PATHS } from '@portico/core/constants'
import { Route, Routes } from 'react-router'
import { NotFound } from '../content/not-found.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { brand } from '../shell/brand.ts'
import type { NavItem } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'
import { mountApp } from '../shell/mount.tsx'

const PUBLIC_NAV: readonly NavItem[] = [{ label: 'Sign in', href: INTERNAL_PATHS.login, main: true }]

mountApp(
  <AreaApp
    area={AREAS.internal}
    within={INTERNAL_PATHS.area}
    elsewhere={[INTERNAL_PATHS.logout]}
    isPublic={() => true}
    publicNav={PUBLIC_NAV}
    signedInNav={[]}
  >
    <Routes>
      <Route
        path={INTERNAL_PATHS.login}
        element={
          <LoginPage area={AREAS.internal} heading="Plan staff sign in" intro={`For ${brand.name} staff only.`} />
        }
      />
      <Route path="*" element={<NotFound home={INTERNAL_PATHS.login} homeLabel="Go to staff sign in" />} />
    </Routes>
  </AreaApp>,
)
