import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/router/pages.ts'

/** Opened from a notice to the address the plan holds, and linked from nowhere: without its link it says nothing. */
export const notMePage: PortalPage = {
  ...page('visitor', PROVIDER_PATHS.notMe, 'This was not me', async () => (await import('./not-me.tsx')).NotMe),
  nav: [],
}

const TITLE = 'Request additional access'

/** The wizard for somebody who has an account. */
export const additionalAccessPage: PortalPage = {
  audience: 'can-request',
  path: PROVIDER_PATHS.additionalAccess,
  title: TITLE,
  load: async () => (await import('./additional-access.tsx')).AdditionalAccess,
  nav: { label: TITLE, purpose: 'Request access to another provider, group or role.' },
}
