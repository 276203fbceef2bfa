import { INTERNAL_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'
import { factorPages } from './factors/factor-pages.ts'

const { forgotPassword, profile } = INTERNAL_PATHS

export const accountPages: readonly PortalPage[] = [
  ...factorPages(INTERNAL_PATHS),
  page(
    'visitor',
    forgotPassword,
    'Forgot your password?',
    async () => (await import('./forgot-password.tsx')).ForgotPassword,
  ),
  {
    audience: 'signed-in',
    path: profile,
    title: 'Your profile',
    load: async () => (await import('./profile/staff-profile.tsx')).StaffProfile,
    nav: { label: 'Profile and security', inAccountMenu: true },
  },
]
