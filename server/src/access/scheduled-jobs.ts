import { endStaffEntriesJob } from '#platform/bell/end-staff-entries.ts'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import type { AreaJobs } from '#platform/operations/sweep.ts'
import { eraseUnusedAccounts } from './domain/accounts/erase-account.ts'
import { expireRequest } from './domain/decisions/close-request.ts'
import { announceRequestsLeftToStaff, remindRequest } from './domain/decisions/requests.ts'
import { remindConfirmations, suspendUnconfirmed } from './domain/due/due-confirmations.ts'
import { suspendInactive, warnInactive } from './domain/due/due-inactivity.ts'
import type { DueWork } from './domain/due-work.ts'
import { expireFourEyesApproval } from './domain/four-eyes.ts'
import { queueFailureNotices } from './domain/holds/registration-hold.ts'
import { notifyMissing } from './domain/people/missing.ts'
import * as successors from './domain/successors/due-successors.ts'
import { accessCounters } from './store/counters.ts'
import { fourEyesWaiting } from './store/decisions/four-eyes.ts'
import { deleteNotLeftToStaff, waitingForStaff } from './store/decisions/waiting-requests.ts'
import { findDueExpiries, findDueReminders } from './store/due.ts'
import { updateRecentReach } from './store/people/scopes.ts'
import { accessExpired, accessRetention } from './store/retention.ts'
import { unmaskingWaiting } from './store/staff-views.ts'

/** Runs each case in its own transaction. */
export const eachCase = <Case>({ name, find, handle }: DueWork<Case>): ScheduledJob => ({
  name,
  async run(deps, now) {
    const context = systemContext(deps, now)
    let done = 0
    for await (const item of await find(context)) {
      if (await transact(context, (inside) => handle(inside, item))) done += 1
    }
    return done
  },
})

/** Expiry comes first: an expired request gets no reminder. */
export const accessJobs = {
  jobs: [
    eachCase({ name: 'expire-requests', find: findDueExpiries, handle: expireRequest }),
    eachCase({ name: 'remind-requests', find: findDueReminders, handle: remindRequest }),
    eachCase(remindConfirmations),
    eachCase(suspendUnconfirmed),
    eachCase(warnInactive),
    eachCase(suspendInactive),
    eachCase(notifyMissing),
    eachCase(queueFailureNotices),
    eachCase(expireFourEyesApproval),
    eachCase(successors.remindSuccessors),
    eachCase(successors.endUnconfirmedNamings),
    eachCase(successors.offerTakeovers),
    // What stops a takeover comes before what completes it.
    eachCase(successors.settleTakeovers),
    eachCase(successors.completeTakeovers),
    eachCase(successors.reportEndedNamings),
    { name: 'refresh-reach', run: ({ db }) => updateRecentReach(db) },
    { name: 'left-to-staff', run: (deps) => transact(deps, ({ db }) => deleteNotLeftToStaff(db)) },
    {
      name: 'announce-left-to-staff',
      run: (deps, now) => transact(systemContext(deps, now), announceRequestsLeftToStaff),
    },
    endStaffEntriesJob('end-request-entries', { event: 'staff.requests-waiting', waiting: waitingForStaff }),
    endStaffEntriesJob('end-approval-entries', { event: 'staff.approvals-waiting', waiting: fourEyesWaiting }),
    endStaffEntriesJob('end-unmasking-entries', { event: 'staff.unmasking-waiting', waiting: unmaskingWaiting }),
    eraseUnusedAccounts,
  ],
  expired: accessExpired,
  retention: accessRetention,
  counters: accessCounters,
} satisfies AreaJobs
