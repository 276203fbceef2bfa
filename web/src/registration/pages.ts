import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

/** The wizard for somebody who has an account. */
export const additionalAccessPage: PortalPage = {
  path: PROVIDER_PATHS.additionalAccess,
  title: 'Request additional access',
  who: 'active',
  load: async () => (await import('./additional-access.tsx')).AdditionalAccess,
  nav: { label: 'Request additional access', purpose: 'Ask for another provider, group or role.' },
}
