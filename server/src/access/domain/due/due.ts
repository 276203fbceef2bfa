import { systemContext } from '../../../platform/context.ts'
import type { DueHandler } from '../../../platform/operations/sweep.ts'
import { updateRequestTally } from '../../store/decisions/requests.ts'
import { deleteNotLeftToStaff } from '../../store/decisions/waiting-requests.ts'
import { findDueExpiries, findDueReminders } from '../../store/due.ts'
import { updateRecentReach } from '../../store/people/scopes.ts'
import { expireRequest } from '../decisions/decide.ts'
import { remindRequest } from '../decisions/requests.ts'
import { tellFailures } from '../holds/registration-hold.ts'
import { expireSecondYes } from '../staff/four-eyes.ts'
import { remindConfirmations, suspendUnconfirmed } from './due-confirmations.ts'
import type { DueWork } from './due-days.ts'
import { suspendInactive, warnInactive } from './due-inactivity.ts'

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
