import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage } from '#shell/router/pages.ts'

export const viewsPage = consolePage(
  'views',
  INTERNAL_PATHS.views,
  'Support views',
  async () => (await import('./views.tsx')).Views,
)

export const unmaskingPage = consolePage(
  'unmasking',
  INTERNAL_PATHS.unmasking,
  'Hidden data',
  async () => (await import('./unmasking.tsx')).Unmasking,
)
