import type { Home, HomeQuery } from '@portico/core/internal/shapes'
import { countWaitingRequests } from '../../access/access.ts'
import type { SignedIn } from '../../platform/context.ts'
import { countFunnel, countMail, countRosterChanges, countStaffDecisions } from '../store/home-numbers.ts'
import { countLockedProviders } from './providers.ts'

const DAY_MS = 86_400_000

/** The numbers that matter in the morning, beside those of the contracts. */
export async function describeHome(context: SignedIn, asked: HomeQuery): Promise<Home> {
  const { db, now } = context
  const days = Number(asked.days ?? 30)
  const daysAgo = (count: number) => new Date(now.getTime() - count * DAY_MS)
  return {
    requests: { ...(await countWaitingRequests(context)), decidedThisWeek: await countStaffDecisions(db, daysAgo(7)) },
    lockedProviders: await countLockedProviders(context),
    rosterChanges: await countRosterChanges(db),
    mail: await countMail(db),
    funnel: { days, ...(await countFunnel(db, daysAgo(days))) },
  }
}
