import { INTERNAL_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

export const accountPages: readonly PortalPage[] = [
  {
    path: INTERNAL_PATHS.forgotPassword,
    title: 'Forgot your password?',
    who: 'visitor',
    load: async () => (await import('./forgot-password.tsx')).ForgotPassword,
  },
  {
    path: INTERNAL_PATHS.profile,
    title: 'Your profile',
    who: 'signed-in',
    load: async () => (await import('./profile/staff-profile.tsx')).StaffProfile,
    nav: { label: 'Profile and security', own: true },
  },
]
