import { STATUS } from '@portico/core/constants'
import type { Refusal } from '@portico/core/envelope'
import { resetFactors } from '@portico/core/signon/factors/calls'
import {
  NO_FACTOR_TO_RESET,
  NO_RESET,
  NOT_YOUR_OWN_RESET,
  RESET_NOT_YOURS,
} from '@portico/core/signon/factors/sentences'
import { canUse } from '#platform/calls/access-guard.ts'
import { bySystem, type Context, type InTransaction, type SignedIn, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink, endLinks } from '#platform/identity/links.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isSaaOverAll } from '../../../access/access.ts'
import { findRecoveryAccountById, findRecoveryAccountByPublicId, type RecoveryAccount } from '../../store/accounts.ts'
import { updateDevicesUntrusted } from '../../store/devices.ts'
import { removeFactors } from '../../store/factor-history.ts'
import {
  type FactorReset,
  findDueResets,
  insertReset,
  lockOpenReset,
  updateResetConfirmed,
  updateResetDone,
  updateResetStopped,
} from '../../store/factor-resets.ts'
import { findFactorStatus } from '../factors/factor-status.ts'
import {
  ownerAskedToConfirmReset,
  ownerOfConfirmedResetNotified,
  ownerOfResetNotified,
  ownerOfStoppedResetNotified,
  requesterOfConfirmedResetNotified,
  requesterOfDoneResetNotified,
  requesterOfResetNotified,
  requesterOfStoppedResetNotified,
  resetConfirmed,
  resetDone,
  resetRequested,
  resetStopped,
} from './reset-events.ts'

/**
 * Requests a reset of lost factors (behaviour 11.27). Staff or the SAA request it, and the owner confirms by mail.
 * All factors are deleted a day later, unless the owner objects.
 */
export async function askForReset(context: SignedIn, { accountId }: { accountId: string }): Promise<Outcome<true>> {
  const owner = await findRecoveryAccountByPublicId(context.db, accountId)
  if (!owner) return refuse(STATUS.notFound, RESET_NOT_YOURS)
  return (await refuseRequester(context, owner)) ?? beginReset(context, owner)
}

/** Returns true if the current user can request a reset; pages show the button only then. */
export async function canRequestReset(context: SignedIn, accountId: string): Promise<boolean> {
  const owner = canUse(resetFactors, context.session) && (await findRecoveryAccountByPublicId(context.db, accountId))
  if (!owner || (await refuseRequester(context, owner))) return false
  return (await findFactorStatus(context, owner.id)).hasFactor
}

async function refuseRequester(context: SignedIn, owner: RecoveryAccount): Promise<{ refusal: Refusal } | undefined> {
  if (owner.id === context.session.accountId) return refuse(STATUS.pageMessage, NOT_YOUR_OWN_RESET)
  // Plan staff can reset any account. An SAA needs to administer all of the owner's grants.
  const isInCharge =
    context.session.kind === 'internal' || (owner.kind === 'provider' && (await isSaaOverAll(context, owner.id)))
  return isInCharge ? undefined : refuse(STATUS.notFound, RESET_NOT_YOURS)
}

/** Skips the permission check; the operator's command line calls it directly. */
export async function beginReset(context: Context, owner: RecoveryAccount): Promise<Outcome<true>> {
  return transact(context, async (inside): Promise<Outcome<true>> => {
    const { hasFactor } = await findFactorStatus(inside, owner.id)
    if (!hasFactor) return refuse(STATUS.pageMessage, NO_FACTOR_TO_RESET)
    const before = await lockOpenReset(inside, owner.id)
    // A repeated request does not change a confirmed reset.
    if (before?.dueAt) return { entity: true }
    if (before) await updateResetStopped(inside, before.id)
    await insertReset(inside, owner.id, inside.actor.accountId)
    const lifetimeSeconds = inside.settings.lifetimes.factorResetLink
    const token = await createLink(inside, { purpose: 'FACTOR_RESET', accountId: owner.id, lifetimeSeconds })
    const concerned = { owner, requester: await findRequester(inside, inside.actor.accountId) }
    await announce(inside, resetRequested, { subjectAccountId: owner.id })
    await announce(inside, ownerAskedToConfirmReset, { ...concerned, token })
    await announce(inside, requesterOfResetNotified, concerned)
    return { entity: true }
  })
}

const findRequester = (inside: InTransaction, askedBy: string | null) =>
  askedBy === null ? Promise.resolve(undefined) : findRecoveryAccountById(inside.db, askedBy)

/** The owner confirms by mail link and then has a day to object. */
export async function confirmReset(inside: InTransaction, owner: RecoveryAccount): Promise<boolean> {
  const reset = await lockOpenReset(inside, owner.id)
  if (!reset || reset.dueAt) return false
  const due = new Date(inside.now.getTime() + inside.settings.lifetimes.factorReset * 1000)
  await updateResetConfirmed(inside, reset.id, due)
  const lifetimeSeconds = inside.settings.lifetimes.factorReset
  const token = await createLink(inside, { purpose: 'FACTOR_OBJECTION', accountId: owner.id, lifetimeSeconds })
  const concerned = { owner, requester: await findRequester(inside, reset.askedBy) }
  await announce(inside, resetConfirmed, { subjectAccountId: owner.id })
  await announce(inside, ownerOfConfirmedResetNotified, { ...concerned, token })
  await announce(inside, requesterOfConfirmedResetNotified, concerned)
  return true
}

/** Stops the reset if it is still open. Returns false if the scheduled job completed it first. */
export async function stopReset(inside: InTransaction, owner: RecoveryAccount): Promise<boolean> {
  const reset = await lockOpenReset(inside, owner.id)
  if (!reset) return false
  await updateResetStopped(inside, reset.id)
  await endResetLinks(inside, reset)
  const concerned = { owner, requester: await findRequester(inside, reset.askedBy) }
  await announce(inside, resetStopped, { subjectAccountId: owner.id })
  await announce(inside, ownerOfStoppedResetNotified, concerned)
  await announce(inside, requesterOfStoppedResetNotified, concerned)
  return true
}

async function endResetLinks(inside: InTransaction, { accountId }: FactorReset): Promise<void> {
  for (const purpose of ['FACTOR_RESET', 'FACTOR_OBJECTION'] as const) await endLinks(inside, { purpose, accountId })
}

/** Lets a signed-in owner stop the reset in the profile. */
export function stopOwnReset(context: SignedIn): Promise<Outcome<true>> {
  return transact(context, async (inside): Promise<Outcome<true>> => {
    const owner = await findRecoveryAccountById(inside.db, context.session.accountId)
    const stopped = owner && (await stopReset(inside, owner))
    return stopped ? { entity: true } : refuse(STATUS.notFound, NO_RESET)
  })
}

/** Completes each due reset in its own transaction. */
export const resetDueFactors: ScheduledJob = {
  name: 'reset-factors',
  async run(deps, now) {
    const context = systemContext(deps, now)
    let done = 0
    for (const accountId of await findDueResets(context))
      if (await transact(context, (inside) => resetNow(bySystem(inside), accountId))) done += 1
    return done
  },
}

async function resetNow(inside: InTransaction, accountId: string): Promise<boolean> {
  const reset = await lockOpenReset(inside, accountId)
  const owner = await findRecoveryAccountById(inside.db, accountId)
  if (!reset?.dueAt || reset.dueAt > inside.now || !owner) return false
  const concerned = { owner, requester: await findRequester(inside, reset.askedBy) }
  return narrowAccess(inside, {
    accountIds: [accountId],
    async take() {
      await removeFactors(inside, accountId)
      await updateDevicesUntrusted(inside, accountId)
      await updateResetDone(inside, reset.id)
      await endResetLinks(inside, reset)
    },
    ends: 'SESSIONS',
    record: () => announce(inside, resetDone, { subjectAccountId: accountId }),
    async notify() {
      await announce(inside, ownerOfResetNotified, concerned)
      await announce(inside, requesterOfDoneResetNotified, concerned)
    },
  })
}
