import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

const TITLE = 'Request additional access'

/** The wizard for somebody who has an account. */
export const additionalAccessPage: PortalPage = {
  who: 'active',
  path: PROVIDER_PATHS.additionalAccess,
  title: TITLE,
  load: async () => (await import('./additional-access.tsx')).AdditionalAccess,
  nav: { label: TITLE, purpose: 'Ask for another provider, group or role.' },
}
