import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** Opened from a mailed summary only; without the link's token it shows nothing. */
export const changeSummaryPage: PortalPage = {
  ...page(
    'visitor',
    PROVIDER_PATHS.directorySummary,
    'Changes in the directory',
    async () => (await import('../change-summary.tsx')).ChangeSummary,
  ),
  nav: [],
}
