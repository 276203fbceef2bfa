import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** The card of due dates, for home. */
export const loadDueCard = async () => (await import('./due-card.tsx')).DueCard

export const verifyPage: PortalPage = {
  ...page('active', PROVIDER_PATHS.verify, 'Verify directory data', async () => (await import('./verify.tsx')).Verify),
  permission: 'ROSTER',
  nav: [],
}

/** Opened from a mailed summary only; without the link's token it shows nothing. */
export const changeSummaryPage: PortalPage = {
  ...page(
    'visitor',
    PROVIDER_PATHS.directorySummary,
    'Changes in the directory',
    async () => (await import('./change-summary.tsx')).ChangeSummary,
  ),
  nav: [],
}
