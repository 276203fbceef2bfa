import { MEMBER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

export const accountPages: readonly PortalPage[] = [
  {
    path: MEMBER_PATHS.forgotPassword,
    title: 'Forgot your password?',
    who: 'visitor',
    load: async () => (await import('./forgot-password.tsx')).ForgotPassword,
  },
  {
    path: MEMBER_PATHS.profile,
    title: 'Your profile',
    who: 'signed-in',
    load: async () => (await import('./profile/member-profile.tsx')).MemberProfile,
    nav: { label: 'Profile and security', own: true },
  },
]
