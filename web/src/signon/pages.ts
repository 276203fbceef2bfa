import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '#shell/router/pages.ts'
import { factorPages } from './factors/factor-pages.ts'
import { forgotPages } from './forgot-pages.ts'

export const accountPages: readonly PortalPage[] = [
  ...factorPages(PROVIDER_PATHS),
  ...forgotPages(PROVIDER_PATHS),
  {
    audience: 'signed-in',
    path: PROVIDER_PATHS.profile,
    title: 'Your profile',
    load: async () => (await import('./profile/provider-profile.tsx')).ProviderProfile,
    nav: { label: 'Profile', inAccountMenu: true },
  },
]
