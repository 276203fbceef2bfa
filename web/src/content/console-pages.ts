import { INTERNAL_PATHS } from '@portico/core/constants'
import { page } from '../shell/pages.ts'

const load = async () => (await import('./content.tsx')).Content

/** Where plan staff write. */
export const contentPage = page('signed-in', INTERNAL_PATHS.content, 'Content', load)
