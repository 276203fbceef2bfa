import type { Trx } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import type { DueHandler } from '../../platform/sweep.ts'
import { findDueExpiries, findDueReminders } from '../store/due.ts'
import { expireRequest } from './decide.ts'
import { remindConfirmations, suspendUnconfirmed } from './due-confirmations.ts'
import { suspendInactive, warnInactive } from './due-inactivity.ts'
import { remindRequest } from './requests.ts'

/** What access does by the calendar. Each handler takes one case at a time, in a transaction of its own. */

const remindRequests: DueHandler = {
  name: 'remind-requests',
  run: async (deps, now) =>
    forEachCase(deps, await findDueReminders(deps.db, now), (trx, id) => remindRequest(deps.settings, trx, id, now)),
}

const expireRequests: DueHandler = {
  name: 'expire-requests',
  run: async (deps, now) =>
    forEachCase(deps, await findDueExpiries(deps.db, now), (trx, id) => expireRequest(deps.settings, trx, id, now)),
}

async function forEachCase<Case>(
  deps: Deps,
  cases: Case[],
  handle: (trx: Trx, item: Case) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const item of cases) if (await deps.db.transaction().execute((trx) => handle(trx, item))) done += 1
  return done
}

/** Expiry first: what expired is not reminded any more. */
export const accessDueHandlers: readonly DueHandler[] = [
  expireRequests,
  remindRequests,
  remindConfirmations,
  suspendUnconfirmed,
  warnInactive,
  suspendInactive,
]
