import type { Home } from '@portico/core/internal/shapes'
import type { Deps } from '../../platform/deps.ts'
import type { InternalPorts } from '../ports.ts'
import { countFunnel, countMail, countRosterChanges, countStaffDecisions } from '../store/home-numbers.ts'
import { countLockedProviders } from './providers.ts'

const DAY_MS = 86_400_000

/** The numbers that matter in the morning, beside those of the contracts. */
export async function describeHome(
  deps: Deps,
  ports: InternalPorts,
  staff: { accountId: string; address: string },
  days: number,
): Promise<Home> {
  const now = deps.clock.now()
  const waiting = await ports.listStaffRequests(deps.db, { ...staff, now })
  const weekStart = new Date(now.getTime() - 7 * DAY_MS)
  const since = new Date(now.getTime() - days * DAY_MS)
  return {
    requests: {
      waiting: waiting.length,
      oldest: waiting.map((request) => request.requestedOn).toSorted()[0] ?? '',
      decidedThisWeek: await countStaffDecisions(deps.db, weekStart),
    },
    lockedProviders: await countLockedProviders(deps, ports),
    rosterChanges: await countRosterChanges(deps.db),
    mail: await countMail(deps.db),
    funnel: { days, ...(await countFunnel(deps.db, since)) },
  }
}
