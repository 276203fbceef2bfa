import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage } from '#shell/router/pages.ts'

/** Applications that users sign in to with their portal account. */
export const applicationsPage = consolePage(
  'applications',
  INTERNAL_PATHS.applications,
  'Applications',
  async () => (await import('./applications.tsx')).Applications,
)
