import { STATUS } from '@portico/core/constants'
import type { Trx } from '../../platform/access-ports.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccountByPublicId } from '../store/accounts.ts'
import { type Acting, NOT_ALLOWED, PERSON_UNKNOWN } from './actor.ts'
import { NOT_NOW, REASON_NEEDED } from './administer-sentences.ts'
import { reopenAccount, suspendAccount } from './suspension.ts'

/** Plan staff suspend a whole account, with a reason the person reads, and open it again. Never their own. */
export async function suspendByStaff(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  body: { accountId: string; reason?: string | undefined },
): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(trx, body.accountId)
  if (!account) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  if (account.id === actor.accountId) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const reason = body.reason?.trim()
  if (!reason) return refuse(STATUS.pageMessage, REASON_NEEDED)
  const occasion = { now: actor.now, by: actor.accountId, as: 'STAFF' as const, reason, address: actor.address }
  return (await suspendAccount(settings, trx, account.id, occasion))
    ? { entity: true }
    : refuse(STATUS.pageMessage, NOT_NOW)
}

export async function reopenByStaff(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  body: { accountId: string },
): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(trx, body.accountId)
  if (!account) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  const occasion = { now: actor.now, by: actor.accountId, as: 'STAFF' as const, reason: '', address: actor.address }
  return (await reopenAccount(settings, trx, account.id, occasion))
    ? { entity: true }
    : refuse(STATUS.pageMessage, NOT_NOW)
}
