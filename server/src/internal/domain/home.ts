import { listRequests, restoreAccess } from '@portico/core/access/calls'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import { listImports, listMail, listProviders } from '@portico/core/internal/calls'
import type { Home, HomeQuery } from '@portico/core/internal/shapes'
import { listChanges } from '@portico/core/provider-directory/calls'
import { confirmOwner } from '@portico/core/signon/factors/calls'
import { canUse } from '#platform/calls/access-guard.ts'
import type { SignedIn } from '#platform/context.ts'
import { countActiveAgain, countWaitingRequests } from '../../access/access.ts'
import { countWaitingChanges } from '../../provider-directory/provider-directory.ts'
import { countFunnel, countMail, countStaffDecisions, findOwnerChecks } from '../store/home-numbers.ts'
import { countReports } from '../store/providers.ts'
import { findOverdueImports } from './imports.ts'
import { countLockedProviders } from './providers.ts'

/** Counts for the console's home page. Each count appears only if the user can open the list behind it. */
export async function describeHome(context: SignedIn, asked: HomeQuery): Promise<Home> {
  const { db, now, session } = context
  const days = Number(asked.days ?? 30)
  const daysAgo = (count: number) => new Date(now.getTime() - count * DAY_MS)
  const requests = async () => ({
    requests: { ...(await countWaitingRequests(context)), decidedThisWeek: await countStaffDecisions(db, daysAgo(7)) },
  })
  const providers = async () => ({ ...(await countReports(db)), lockedProviders: await countLockedProviders(context) })
  return {
    ...(canUse(listRequests, session) ? await requests() : {}),
    ...(canUse(listProviders, session) ? await providers() : {}),
    ...(canUse(confirmOwner, session) ? { ownerChecks: await findOwnerChecks(db) } : {}),
    ...(canUse(restoreAccess, session) ? { activeAgain: await countActiveAgain(db) } : {}),
    ...(canUse(listChanges, session) ? { directoryChanges: await countWaitingChanges(context) } : {}),
    ...(canUse(listImports, session) ? { overdueImports: await findOverdueImports(context) } : {}),
    ...(canUse(listMail, session) ? { mail: await countMail(db) } : {}),
    funnel: { days, ...(await countFunnel(db, daysAgo(days))) },
  }
}
