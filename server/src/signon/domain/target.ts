import { PROVIDER_PATHS } from '@portico/core/constants'
import type { AccountKind } from '../../platform/database/schema.ts'
import { AREA_PATHS, areaOfAccount, isKnownAddress } from '../../platform/pages/portal-addresses.ts'

/** Pages open to an account with only pending requests (behaviour 11.4). */
const pendingPages: string[] = [PROVIDER_PATHS.status, PROVIDER_PATHS.profile]

/**
 * Returns TARGET if it is a page of the account's area, and the home page otherwise. Never decodes or repairs TARGET:
 * the path must match a portal page exactly, which prevents open redirects.
 */
export function resolveTarget(target: string | undefined, account: { kind: AccountKind; active: boolean }): string {
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
