import { MEMBER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/router/pages.ts'
import { factorPages } from './factors/factor-pages.ts'

const { forgotPassword, forgotUsername, profile } = MEMBER_PATHS

export const accountPages: readonly PortalPage[] = [
  ...factorPages(MEMBER_PATHS),
  page(
    'visitor',
    forgotPassword,
    'Forgot your password?',
    async () => (await import('./forgot-password.tsx')).ForgotPassword,
  ),
  page(
    'visitor',
    forgotUsername,
    'Forgot your user name?',
    async () => (await import('./forgot-username.tsx')).ForgotUsername,
  ),
  {
    audience: 'signed-in',
    path: profile,
    title: 'Your profile',
    load: async () => (await import('./profile/member-profile.tsx')).MemberProfile,
    nav: { label: 'Profile and security', inAccountMenu: true },
  },
]
