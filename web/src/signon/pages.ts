import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

export const accountPages: readonly PortalPage[] = [
  {
    path: PROVIDER_PATHS.forgotPassword,
    title: 'Forgot your password?',
    who: 'visitor',
    load: async () => (await import('./forgot-password.tsx')).ForgotPassword,
  },
  {
    path: PROVIDER_PATHS.forgotUsername,
    title: 'Forgot your user name?',
    who: 'visitor',
    load: async () => (await import('./forgot-username.tsx')).ForgotUsername,
  },
  {
    path: PROVIDER_PATHS.profile,
    title: 'Your profile',
    who: 'signed-in',
    load: async () => (await import('./profile/provider-profile.tsx')).ProviderProfile,
    nav: { label: 'Profile', own: true },
  },
]
