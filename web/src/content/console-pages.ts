import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage } from '#shell/router/pages.ts'

const load = async () => (await import('./content.tsx')).Content

/** The editors' page. */
export const contentPage = consolePage('content', INTERNAL_PATHS.content, 'Content', load)
