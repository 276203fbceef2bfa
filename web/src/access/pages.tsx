import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { type Load, type PortalPage, page } from '#shell/router/pages.ts'

/** `banners`, the eligibility check and the due directory data are parts from other areas. */
export const homePage = (banners: ReactNode, loadEligibility: Load, loadDirectoryDue: Load): PortalPage => ({
  ...page('active', PROVIDER_PATHS.home, 'Home', async () => {
    const parts = [import('./home/home.tsx'), loadEligibility(), loadDirectoryDue()] as const
    const [{ ProviderHome }, Eligibility, DirectoryDue] = await Promise.all(parts)
    return () => <ProviderHome banners={banners} eligibility={<Eligibility />} directoryDue={<DirectoryDue />} />
  }),
  preloaded: true,
})

/** User administration for administrators. Other users see who controls their access. */
export const administrationPage: PortalPage = {
  audience: 'suspended',
  path: PROVIDER_PATHS.access,
  title: 'User administration',
  load: async () => (await import('./administration/access-pages.tsx')).AccessPages,
  hasSubpages: true,
  nav: [
    { label: 'User administration', canOpen: (me) => me.administers },
    { label: 'Who controls my access', canOpen: (me) => !me.administers },
  ],
}

/** Opened from a mailed receipt only. */
export const confirmEmailPage: PortalPage = {
  ...page(
    'visitor',
    PROVIDER_PATHS.confirmEmail,
    'Confirm your email address',
    async () => (await import('./confirm-email.tsx')).ConfirmEmail,
  ),
  nav: [],
}

/** Opened from mail about a takeover only. */
export const stopTakeoverPage: PortalPage = {
  ...page(
    'visitor',
    PROVIDER_PATHS.stopTakeover,
    'Stop a takeover',
    async () => (await import('./stop-takeover.tsx')).StopTakeover,
  ),
  nav: [],
}

export const statusPage: PortalPage = {
  ...page(
    'signed-in',
    PROVIDER_PATHS.status,
    'Your requests',
    async () => (await import('./status/status.tsx')).Status,
  ),
  tagManager: true,
}
