import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import type { PortalPage } from '../shell/pages.ts'

/** `banners` are the plan's news, another area's to show. */
export const homePage = (banners: ReactNode): PortalPage => ({
  path: PROVIDER_PATHS.home,
  title: 'Home',
  who: 'active',
  load: async () => {
    const { ProviderHome } = await import('./home.tsx')
    return () => <ProviderHome banners={banners} />
  },
  nav: { label: 'Home' },
})

/** User administration for those who run people; for everybody else, who runs them. */
export const administrationPage: PortalPage = {
  path: PROVIDER_PATHS.access,
  below: true,
  title: 'User administration',
  who: 'suspended',
  load: async () => (await import('./administration/access-pages.tsx')).AccessPages,
  nav: [
    {
      label: 'User administration',
      purpose: 'Decide requests, invite people, change and end access.',
      mayOpen: (me) => me.administers,
    },
    {
      label: 'Who controls my access',
      purpose: 'See who can change what you may use.',
      mayOpen: (me) => !me.administers,
    },
  ],
}

export const statusPage: PortalPage = {
  path: PROVIDER_PATHS.status,
  title: 'Your requests',
  who: 'signed-in',
  load: async () => (await import('./status/status.tsx')).Status,
  nav: { label: 'Your requests' },
}
