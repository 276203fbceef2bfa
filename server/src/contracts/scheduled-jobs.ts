import { endStaffEntriesJob } from '#platform/bell/end-staff-entries.ts'
import { type Context, type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks } from '#platform/identity/links.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import type { AreaJobs } from '#platform/operations/sweep.ts'
import { findRequest, type RequestFacts } from '../access/access.ts'
import { selfValidate } from './domain/self-validate.ts'
import { endSigning } from './domain/signing/ask.ts'
import { expired, reminded, reminderSent } from './domain/signing/events.ts'
import { createSigningLink } from './domain/signing/links.ts'
import { actOn } from './domain/signing/readers.ts'
import { contractsWaiting } from './store/contract-queue.ts'
import { contractRetention } from './store/retention.ts'
import { lockAwaitingRequestById } from './store/signed-contracts.ts'
import {
  findDueSigningReminders,
  findExpiredSignings,
  findSelfValidating,
  findSigning,
  lockSigning,
  type Signing,
  updateSigning,
} from './store/signings.ts'

/** Handles each signing in its own transaction, and reads request and signing again under their locks. */
function eachSigning(
  name: string,
  find: (context: Context) => Promise<string[]>,
  handle: (context: InTransaction, request: RequestFacts, signing: Signing) => Promise<boolean>,
): ScheduledJob {
  return {
    name,
    async run(deps, now) {
      const context = systemContext(deps, now)
      let done = 0
      for (const id of await find(context)) {
        const isDone = await transact(context, async (inside) => {
          const { db } = inside
          const found = await findSigning(db, id)
          const locked = found && (await lockAwaitingRequestById(db, found.request_id))
          const signing = await lockSigning(db, id)
          const request = locked && (await findRequest(db, locked.id))
          return request !== undefined && signing?.state === 'OPEN' && handle(inside, request, signing)
        })
        if (isDone) done += 1
      }
      return done
    },
  }
}

/** Cancels a signing whose request no longer awaits a contract, and expires one that is past its deadline. */
async function endOver(context: InTransaction, request: RequestFacts, signing: Signing): Promise<boolean> {
  if (request.state !== 'PENDING_CONTRACT') {
    await endSigning(context, request, signing)
    return true
  }
  if (signing.expires_at > context.now) return false
  await updateSigning(context.db, signing.id, { state: 'EXPIRED', ended_at: context.now })
  await endLinks(context, { purpose: 'SIGNING', requestId: request.requestId })
  await announce(context, expired, { request, signing })
  return true
}

async function remind(context: InTransaction, request: RequestFacts, signing: Signing): Promise<boolean> {
  if (signing.reminded_at || request.state !== 'PENDING_CONTRACT' || signing.expires_at <= context.now) return false
  await updateSigning(context.db, signing.id, { reminded_at: context.now })
  await announce(context, reminderSent, { request, signing, signId: await createSigningLink(context, signing, true) })
  await announce(context, reminded, actOn(request))
  return true
}

const validateSigned: ScheduledJob = {
  name: 'validate-signed',
  async run(deps, now) {
    const context = systemContext(deps, now)
    let done = 0
    for (const id of await findSelfValidating(context)) if (await selfValidate(context, id)) done += 1
    return done
  },
}

/** `end-signings` runs first, so an ended signing gets no reminder. */
export const contractJobs = {
  jobs: [
    eachSigning('end-signings', findExpiredSignings, endOver),
    eachSigning('remind-signatories', findDueSigningReminders, remind),
    validateSigned,
    endStaffEntriesJob('end-contract-entries', { event: 'staff.contracts-waiting', waiting: contractsWaiting }),
  ],
  retention: contractRetention,
} satisfies AreaJobs
