import { PROVIDER_PATHS } from '@portico/core/constants'
import type { AccountKind } from '#platform/database/schema.ts'
import { isPendingTarget } from '#platform/identity/pending-interaction.ts'
import { AREA_PATHS, areaOfAccount, isKnownAddress } from '#platform/pages/portal-addresses.ts'

/** Pages open to an account with only pending requests (behaviour 11.4). */
const pendingPages: string[] = [PROVIDER_PATHS.status, PROVIDER_PATHS.profile]

/** `pending` holds the interactions with applications that began in this browser. */
type Arriving = { kind: AccountKind; active: boolean; pending?: readonly string[] | undefined }

/**
 * Returns TARGET if it is a page of the account's area, and the home page otherwise. Never decodes or repairs TARGET:
 * the path must match a portal page exactly, which prevents open redirects. A sign-in to an application continues only
 * in the browser where it began.
 */
export function resolveTarget(target: string | undefined, account: Arriving): string {
  if (target !== undefined && isPendingTarget(target, account.pending)) return target
  const area = areaOfAccount(account.kind)
  const home = account.active ? AREA_PATHS[area].home : PROVIDER_PATHS.status
  const [, path, query] = /^(\/[\w/-]*)(\?[\w.~%=&+-]*)?$/.exec(target ?? '') ?? []
  if (path === undefined || !isKnownAddress(area, path)) return home
  const { login, logout, factor } = AREA_PATHS[area]
  if (path === login || path === logout || path === factor) return home
  if (!account.active && !pendingPages.includes(path)) return home
  return path + (query ?? '')
}

/** Factor page that continues to `location`. */
export function factorAddress(kind: AccountKind, location: string): string {
  return `${AREA_PATHS[areaOfAccount(kind)].factor}?${new URLSearchParams({ TARGET: location })}`
}
