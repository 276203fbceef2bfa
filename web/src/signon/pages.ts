import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/router/pages.ts'
import { factorPages } from './factors/factor-pages.ts'

const { forgotPassword, forgotUsername, profile } = PROVIDER_PATHS

export const accountPages: readonly PortalPage[] = [
  ...factorPages(PROVIDER_PATHS),
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
    load: async () => (await import('./profile/provider-profile.tsx')).ProviderProfile,
    nav: { label: 'Profile', inAccountMenu: true },
  },
]
