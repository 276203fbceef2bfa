import { MEMBER_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import '../access/access.css'
import { Banners } from '../content/banners.tsx'
import { NotFound } from '../content/not-found.tsx'
import { MemberHeader } from '../members/member-header.tsx'
import { MemberLogin } from '../members/member-login.tsx'
import 'virtual:member-brands.css'
import '../members/members.css'
import { AREAS } from '../shell/area.ts'
import { AreaApp } from '../shell/area-app.tsx'
import type { NavItem } from '../shell/layout.tsx'
import { mountApp } from '../shell/mount.tsx'
import { LaterPages, SignedInPages } from '../shell/route-frames.tsx'

// Everything behind the login is downloaded when it is opened.
const Register = lazy(async () => ({ default: (await import('../members/register/register.tsx')).Register }))
const ForgotPassword = lazy(async () => ({ default: (await import('../signon/forgot-password.tsx')).ForgotPassword }))
const MemberHome = lazy(async () => ({ default: (await import('../members/home/home.tsx')).MemberHome }))
const IdCard = lazy(async () => ({ default: (await import('../members/id-card/id-card.tsx')).IdCard }))
const MemberClaims = lazy(async () => ({
  default: (await import('../members/claims/member-claims.tsx')).MemberClaims,
}))
const FindAProvider = lazy(async () => ({
  default: (await import('../members/finder/find-a-provider.tsx')).FindAProvider,
}))
const Profile = lazy(async () => ({ default: (await import('../signon/profile/profile.tsx')).Profile }))

const PUBLIC_NAV: readonly NavItem[] = [
  { label: 'Register', href: MEMBER_PATHS.register },
  { label: 'Sign in', href: MEMBER_PATHS.login, main: true },
]
const SIGNED_IN_PATHS = new Set<string>([
  MEMBER_PATHS.home,
  MEMBER_PATHS.idCard,
  MEMBER_PATHS.claims,
  MEMBER_PATHS.findAProvider,
  MEMBER_PATHS.profile,
])

const memberIntro = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>. Your name, birth date and coverage are the plan’s records; please call
    Member Services if something is wrong there.
  </p>
)

mountApp(
  <AreaApp
    area={AREAS.members}
    within={MEMBER_PATHS.area}
    elsewhere={[MEMBER_PATHS.logout]}
    isPublic={(path) => !SIGNED_IN_PATHS.has(path)}
    publicNav={PUBLIC_NAV}
    signedInNav={[]}
    signedInHeader={<MemberHeader />}
  >
    <Routes>
      <Route path={MEMBER_PATHS.login} element={<MemberLogin banners={<Banners categoryId="member-login" />} />} />
      <Route element={<LaterPages />}>
        <Route path={MEMBER_PATHS.register} element={<Register />} />
        <Route path={MEMBER_PATHS.forgotPassword} element={<ForgotPassword area={AREAS.members} />} />
      </Route>
      <Route element={<SignedInPages />}>
        <Route path={MEMBER_PATHS.home} element={<MemberHome banners={<Banners categoryId="member-home" />} />} />
        <Route path={MEMBER_PATHS.idCard} element={<IdCard />} />
        <Route path={MEMBER_PATHS.claims} element={<MemberClaims />} />
        <Route path={MEMBER_PATHS.findAProvider} element={<FindAProvider />} />
        <Route path={MEMBER_PATHS.profile} element={<Profile intro={memberIntro} withNames={false} />} />
      </Route>
      <Route path="*" element={<NotFound home={MEMBER_PATHS.login} homeLabel="Go to member sign in" />} />
    </Routes>
  </AreaApp>,
)
