import { systemContext } from '../../platform/context.ts'
import type { DueHandler } from '../../platform/sweep.ts'
import { findDueExpiries, findDueReminders } from '../store/due.ts'
import { updateRequestTally } from '../store/requests.ts'
import { updateRecentReach } from '../store/scopes.ts'
import { deleteNotLeftToStaff } from '../store/waiting.ts'
import { expireRequest } from './decide.ts'
import { remindConfirmations, suspendUnconfirmed } from './due-confirmations.ts'
import type { DueWork } from './due-days.ts'
import { suspendInactive, warnInactive } from './due-inactivity.ts'
import { tellFailures } from './provider-hold.ts'
import { remindRequest } from './requests.ts'
import { expireSecondYes } from './second-yes.ts'

/** One case at a time, in a transaction of its own. */
const eachCase = <Case>({ name, find, handle }: DueWork<Case>): DueHandler => ({
  name,
  async run(deps, now) {
    const context = systemContext(deps, now)
    let done = 0
    for await (const item of await find(context)) {
      if (await deps.db.transaction().execute((db) => handle({ ...context, db }, item))) done += 1
    }
    return done
  },
})

/** Expiry first: what expired is not reminded any more. */
export const accessDueHandlers: readonly DueHandler[] = [
  eachCase({ name: 'expire-requests', find: findDueExpiries, handle: expireRequest }),
  eachCase({ name: 'remind-requests', find: findDueReminders, handle: remindRequest }),
  eachCase(remindConfirmations),
  eachCase(suspendUnconfirmed),
  eachCase(warnInactive),
  eachCase(suspendInactive),
  eachCase(tellFailures),
  eachCase(expireSecondYes),
  { name: 'refresh-reach', run: ({ db }) => updateRecentReach(db) },
  { name: 'left-to-staff', run: ({ db }) => db.transaction().execute(deleteNotLeftToStaff) },
  { name: 'request-tally', run: ({ db }) => updateRequestTally(db) },
]
