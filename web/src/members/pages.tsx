import { MEMBER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { type PortalPage, page } from '#shell/router/pages.ts'

const { register, home, idCard, claims, findAProvider } = MEMBER_PATHS

/** The entry passes the banners, because areas do not import each other. */
export const memberPages = (banners: ReactNode): readonly PortalPage[] => [
  {
    audience: 'visitor',
    path: register,
    title: 'Register as a member',
    load: async () => (await import('./register/register.tsx')).Register,
    nav: { label: 'Register' },
  },
  {
    ...page('signed-in', home, 'Home', async () => {
      const { MemberHome } = await import('./home/home.tsx')
      return () => <MemberHome banners={banners} />
    }),
    preloaded: true,
  },
  page('signed-in', idCard, 'ID card', async () => (await import('./id-card/id-card.tsx')).IdCard),
  page('signed-in', claims, 'Claims', async () => (await import('./claims/member-claims.tsx')).MemberClaims),
  {
    ...page(
      'signed-in',
      findAProvider,
      'Find a provider',
      async () => (await import('./finder/finder-pages.tsx')).FinderPages,
    ),
    hasSubpages: true,
  },
]
