import { MEMBER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '#shell/router/pages.ts'
import { factorPages } from './factors/factor-pages.ts'
import { forgotPages } from './forgot-pages.ts'

export const accountPages: readonly PortalPage[] = [
  ...factorPages(MEMBER_PATHS),
  ...forgotPages(MEMBER_PATHS),
  {
    audience: 'signed-in',
    path: MEMBER_PATHS.profile,
    title: 'Your profile',
    load: async () => (await import('./profile/member-profile.tsx')).MemberProfile,
    nav: { label: 'Profile and security', inAccountMenu: true },
  },
]
