import { INTERNAL_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

/** Where plan staff write. */
export const contentPage: PortalPage = {
  path: INTERNAL_PATHS.content,
  title: 'Content',
  who: 'signed-in',
  load: async () => (await import('./content.tsx')).Content,
  nav: { label: 'Content' },
}
