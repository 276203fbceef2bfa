import type { Home } from '@portico/core/internal/shapes'
import { countWaitingRequests } from '../../access/access.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Deps } from '../../platform/deps.ts'
import type { InternalPorts } from '../ports.ts'
import { countFunnel, countMail, countRosterChanges, countStaffDecisions } from '../store/home-numbers.ts'
import { countLockedProviders } from './providers.ts'

const DAY_MS = 86_400_000

/** The numbers that matter in the morning, beside those of the contracts. */
export async function describeHome(deps: Deps, ports: InternalPorts, staff: SignedIn, days: number): Promise<Home> {
  const { now } = staff
  const weekStart = new Date(now.getTime() - 7 * DAY_MS)
  const since = new Date(now.getTime() - days * DAY_MS)
  return {
    requests: {
      ...(await countWaitingRequests(staff)),
      decidedThisWeek: await countStaffDecisions(deps.db, weekStart),
    },
    lockedProviders: await countLockedProviders(deps, ports),
    rosterChanges: await countRosterChanges(deps.db),
    mail: await countMail(deps.db),
    funnel: { days, ...(await countFunnel(deps.db, since)) },
  }
}
