import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { type Load, type PortalPage, page } from '../shell/router/pages.ts'

/** `banners` are the plan's news, and the question about a member's coverage: other areas' to show. */
export const homePage = (banners: ReactNode, loadEligibility: Load): PortalPage => ({
  ...page('active', PROVIDER_PATHS.home, 'Home', async () => {
    const [{ ProviderHome }, Eligibility] = await Promise.all([import('./home.tsx'), loadEligibility()])
    return () => <ProviderHome banners={banners} eligibility={<Eligibility />} />
  }),
  whole: true,
})

/** User administration for those who run people; for everybody else, who runs them. */
export const administrationPage: PortalPage = {
  who: 'suspended',
  path: PROVIDER_PATHS.access,
  title: 'User administration',
  load: async () => (await import('./administration/access-pages.tsx')).AccessPages,
  below: true,
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

export const statusPage = page(
  'signed-in',
  PROVIDER_PATHS.status,
  'Your requests',
  async () => (await import('./status/status.tsx')).Status,
)
