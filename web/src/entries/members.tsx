import { MEMBER_PATHS } from '@portico/core/constants'
import { Route, Routes } from 'react-router'
import { NotFound } from '../content/not-found.tsx'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import { brand } from '../shell/brand.ts'
import type { NavItem } from '../shell/layout.tsx'
import { LoginPage } from '../shell/login-form.tsx'
import { mountApp } from '../shell/mount.tsx'

const PUBLIC_NAV: readonly NavItem[] = [
  { label: 'Contact us', href: brand.contactUsLink },
  { label: 'Sign in', href: MEMBER_PATHS.login, main: true },
]

mountApp(
  <AreaApp
    area={AREAS.members}
    within={MEMBER_PATHS.area}
    elsewhere={[MEMBER_PATHS.logout]}
    isPublic={() => true}
    publicNav={PUBLIC_NAV}
    signedInNav={[]}
  >
    <Routes>
      <Route
        path={MEMBER_PATHS.login}
        element={
          <LoginPage
            area={AREAS.members}
            heading="Member sign in"
            intro="See your coverage, your claims and your ID card."
            links={
              <ul className="links">
                <li>
                  <a href={MEMBER_PATHS.register}>First time here? Register</a>
                </li>
                <li>
                  <a href={MEMBER_PATHS.forgotPassword}>Forgot your password?</a>
                </li>
              </ul>
            }
          />
        }
      />
      <Route path="*" element={<NotFound home={MEMBER_PATHS.login} homeLabel="Go to member sign in" />} />
    </Routes>
  </AreaApp>,
)
