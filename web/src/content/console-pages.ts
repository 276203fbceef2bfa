import { INTERNAL_PATHS } from '@portico/core/constants'
import { page } from '../shell/pages.ts'

/** Where plan staff write. */
export const contentPage = page(
  'signed-in',
  INTERNAL_PATHS.content,
  'Content',
  async () => (await import('./content.tsx')).Content,
)
