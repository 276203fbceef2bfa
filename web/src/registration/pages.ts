import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** Opened from a mailed notice only; without the link's token it shows nothing. */
export const notMePage: PortalPage = {
  ...page('visitor', PROVIDER_PATHS.notMe, 'This was not me', async () => (await import('./not-me.tsx')).NotMe),
  nav: [],
}

/** The wizard for a signed-in user. */
export const additionalAccessPage: PortalPage = {
  audience: 'can-request',
  path: PROVIDER_PATHS.additionalAccess,
  title: 'Request additional access',
  load: async () => (await import('./additional-access.tsx')).AdditionalAccess,
}
