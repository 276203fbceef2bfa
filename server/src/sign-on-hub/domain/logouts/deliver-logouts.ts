import { DAY_MS } from '@portico/core/forms/calendar-day'
import { HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { claimLogouts, type DueLogout, updateLogoutFailed, updateLogoutSent } from '../../store/logouts.ts'
import { type HubKeys, openHubKeys } from '../keys.ts'
import { subjectOf } from '../library/provider.ts'
import { signLogoutToken } from './logout-token.ts'
import { postLogout } from './post-logout.ts'

const AT_ONCE = 20
/** Longer than a delivery can take. */
const LEASE_MS = 60_000
const FIRST_RETRY_S = 30
const LONGEST_RETRY_S = 15 * 60
/** Longer than a portal session lives: afterwards a logout ends nothing. */
const GIVE_UP_AFTER_MS = DAY_MS

/** Sends the back-channel logouts that are due; returns how many arrived. Failed ones are sent again later. */
export async function deliverLogouts(deps: Deps): Promise<number> {
  const context = systemContext(deps)
  const leaseUntil = new Date(context.now.getTime() + LEASE_MS)
  const due = await claimLogouts(context, { leaseUntil, limit: AT_ONCE })
  if (due.length === 0) return 0
  const keys = await openHubKeys(context)
  const results = await Promise.all(due.map((logout) => deliver(deps, keys, logout)))
  return results.filter(Boolean).length
}

async function deliver(deps: Deps, keys: HubKeys, logout: DueLogout): Promise<boolean> {
  const [key] = keys.signing
  if (!key) throw new Error('The sign-on hub has no signing key')
  const token = signLogoutToken(key, {
    issuer: portalUrl(deps.settings, logout.brand, HUB_PATH),
    clientId: logout.clientId,
    subject: subjectOf(logout, logout.accountId),
    now: deps.clock.now(),
  })
  const error = await postLogout(logout.logoutUri, token, deps.settings)
  if (error !== undefined) await postpone(deps, logout, error)
  else {
    await updateLogoutSent(deps.db, logout.id, deps.clock.now())
    deps.metrics.applicationLogouts.inc({ outcome: 'sent' })
  }
  return error === undefined
}

async function postpone({ db, clock, log, metrics }: Deps, logout: DueLogout, error: string) {
  const { id, clientId, queuedAt, attempts } = logout
  const now = clock.now()
  const wait = Math.min(FIRST_RETRY_S * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY_S)
  const gaveUp = now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
  const dueAt = new Date(now.getTime() + wait * 1000)
  await updateLogoutFailed(db, { id, error, dueAt, gaveUpAt: gaveUp ? now : null })
  metrics.applicationLogouts.inc({ outcome: gaveUp ? 'given-up' : 'failed' })
  log.warn({ clientId, code: error, gaveUp }, 'back-channel logout not accepted')
}
