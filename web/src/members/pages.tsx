import { MEMBER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import type { PortalPage } from '../shell/pages.ts'

export const registerPage: PortalPage = {
  path: MEMBER_PATHS.register,
  title: 'Register as a member',
  who: 'visitor',
  load: async () => (await import('./register/register.tsx')).Register,
  nav: { label: 'Register' },
}

/** `banners` are the plan's news, another area's to show. */
export const memberPages = (banners: ReactNode): readonly PortalPage[] => [
  {
    path: MEMBER_PATHS.home,
    title: 'Home',
    who: 'signed-in',
    load: async () => {
      const { MemberHome } = await import('./home/home.tsx')
      return () => <MemberHome banners={banners} />
    },
    nav: { label: 'Home' },
  },
  {
    path: MEMBER_PATHS.idCard,
    title: 'ID card',
    who: 'signed-in',
    load: async () => (await import('./id-card/id-card.tsx')).IdCard,
    nav: { label: 'ID card' },
  },
  {
    path: MEMBER_PATHS.claims,
    title: 'Claims',
    who: 'signed-in',
    load: async () => (await import('./claims/member-claims.tsx')).MemberClaims,
    nav: { label: 'Claims' },
  },
  {
    path: MEMBER_PATHS.findAProvider,
    title: 'Find a provider',
    who: 'signed-in',
    load: async () => (await import('./finder/find-a-provider.tsx')).FindAProvider,
    nav: { label: 'Find a provider' },
  },
]
