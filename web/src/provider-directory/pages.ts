import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** The card of due dates, for home. */
export const loadDueCard = async () => (await import('./due-card.tsx')).DueCard

export const verifyPage: PortalPage = {
  ...page('active', PROVIDER_PATHS.verify, 'Verify directory data', async () => (await import('./verify.tsx')).Verify),
  permission: 'ROSTER',
  nav: [],
}
