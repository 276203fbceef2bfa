import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { askToUnmask, describeView, endView } from '@portico/core/staff-views/calls'

/**
 * A support agent's view of the portal as a provider account sees it (behaviour 23.20). It belongs to this tab: another
 * tab has no view, and its provider pages are refused to staff.
 */
const KEY = 'portico.view'

/** The view of this page. None on console pages, where the agent acts as themselves. */
export function findViewId(): string | undefined {
  if (import.meta.env.SSR || location.pathname.startsWith(`${INTERNAL_PATHS.area}/`)) return undefined
  return sessionStorage.getItem(KEY) ?? undefined
}

/** Opens the person's home page in the view. */
export function enterView(viewId: string): void {
  sessionStorage.setItem(KEY, viewId)
  location.assign(PROVIDER_PATHS.home)
}

/** Goes back to the console. The view has ended, or its banner ends it. */
export function leaveView(): void {
  sessionStorage.removeItem(KEY)
  location.assign(INTERNAL_PATHS.views)
}

/** Calls about the view itself are the agent's own. */
const OWN_CALLS: readonly string[] = [describeView, endView, askToUnmask].map(({ path }) => path)

/** Public calls name no view. */
export const isCallOfView = (path: string): boolean => path.startsWith('/rest/sec/') && !OWN_CALLS.includes(path)
