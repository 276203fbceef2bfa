import { STATUS } from '@portico/core/constants'
import { sameIgnoringCase } from '@portico/core/forms/formats'
import { confirmOwner as confirmOwnerCall } from '@portico/core/signon/factors/calls'
import { ADDRESS_NOT_OF_ACCOUNT, NO_OWNER_CHECK, NOT_YOUR_OWN_CHECK } from '@portico/core/signon/factors/sentences'
import type { ConfirmOwnerBody } from '@portico/core/signon/factors/shapes'
import { canUse } from '#platform/calls/access-guard.ts'
import type { Context, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks } from '#platform/identity/links.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { updateAccountDetails } from '../../../access/access.ts'
import {
  findRecoveryAccountById,
  findRecoveryAccountByPublicId,
  lockAccount,
  type RecoveryAccount,
} from '../../store/accounts.ts'
import { findFormerAddresses } from '../../store/former-values.ts'
import { ownerConfirmed } from './events.ts'
import { makeResetLink, revertAddress } from './revert.ts'

export type OwnerAddress = { email: string; until: string }

/** Addresses of an account that waits for its owner to be confirmed; empty if the caller cannot confirm. */
export async function findOwnerAddresses(context: SignedIn, accountId: string): Promise<OwnerAddress[]> {
  if (!canUse(confirmOwnerCall, context.session)) return []
  const owner = await findRecoveryAccountByPublicId(context.db, accountId)
  if (!owner?.ownerCheckSince || owner.id === context.session.accountId) return []
  return findAddresses(context, owner)
}

/** The current address first, then those it replaced. `until` is empty for the current one. */
async function findAddresses(context: Context, { id, email }: RecoveryAccount): Promise<OwnerAddress[]> {
  const since = new Date(context.now.getTime() - 2 * context.settings.lifetimes.notMeLink * 1000)
  const found: OwnerAddress[] = [{ email, until: '' }]
  for (const former of await findFormerAddresses(context.db, id, since))
    if (!found.some((one) => sameIgnoringCase(one.email, former.email)))
      found.push({ email: former.email, until: former.until.toISOString() })
  return found
}

/**
 * Plan staff have confirmed on the phone who the owner is, and choose the address that the owner can read. Their word is
 * final: no earlier notice can revert it.
 */
export async function confirmOwner(context: SignedIn, { accountId, email }: ConfirmOwnerBody): Promise<Outcome<true>> {
  const found = await findRecoveryAccountByPublicId(context.db, accountId)
  if (!found) return refuse(STATUS.notFound, NO_OWNER_CHECK)
  if (found.id === context.session.accountId) return refuse(STATUS.pageMessage, NOT_YOUR_OWN_CHECK)
  return transact(context, async (inside): Promise<Outcome<true>> => {
    await lockAccount(inside, found.id)
    const owner = await findRecoveryAccountById(inside.db, found.id)
    if (!owner?.ownerCheckSince) return refuse(STATUS.notFound, NO_OWNER_CHECK)
    const chosen = (await findAddresses(inside, owner)).find((one) => sameIgnoringCase(one.email, email))
    if (!chosen) return refuse(STATUS.pageMessage, ADDRESS_NOT_OF_ACCOUNT)
    await announce(inside, ownerConfirmed, { subjectAccountId: owner.id })
    await updateAccountDetails(inside.db, owner.id, { owner_check_since: null })
    await endLinks(inside, { purpose: 'NOT_ME', accountId: owner.id })
    if (!sameIgnoringCase(chosen.email, owner.email)) await revertAddress(inside, owner, chosen.email)
    await makeResetLink(inside, { ...owner, email: chosen.email })
    return { entity: true }
  })
}
