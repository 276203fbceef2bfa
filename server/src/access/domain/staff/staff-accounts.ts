import type { Account, AccountGrant } from '@portico/core/access/account-shapes'
import { suspendAccount as suspendAccountCall } from '@portico/core/access/calls'
import type { AccountBody } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { canUse } from '#platform/calls/access-guard.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type AccountFacts, findAccountFacts } from '../../store/people/account-list.ts'
import { findAccountByPublicId } from '../../store/people/accounts.ts'
import { type AccountGrantRow, findAccountGrants } from '../../store/people/people.ts'
import { findScopes, type ScopeFacts } from '../../store/people/scopes.ts'
import { type Acting, type ActingInside, NOT_ALLOWED, PERSON_UNKNOWN } from '../acting.ts'
import { type SignInAid, toPersonGrant } from '../people/people.ts'
import { ACCOUNT_UNKNOWN, NOT_NOW, REASON_NEEDED } from '../sentences.ts'
import { reopenAccount, suspendAccount } from '../suspension.ts'
import { refuseFormerAdministrator } from './staff-team.ts'

/** The staff view of an account: contact, all grants and requests, and possible actions. */
export const openAccount =
  ({ canResetFactors, findOwnerAddresses }: SignInAid) =>
  async (context: Acting, { accountId }: { accountId: string }): Promise<Outcome<Account>> => {
    const account = await lookAtAccount(context, accountId)
    if (!account) return refuse(STATUS.notFound, ACCOUNT_UNKNOWN)
    const actions = [...account.actions]
    if (await canResetFactors(context, accountId)) actions.push('resetFactors')
    const ownerAddresses = await findOwnerAddresses(context, accountId)
    if (ownerAddresses.length > 0) actions.push('confirmOwner')
    return { entity: { ...account, actions, ownerAddresses } }
  }

async function lookAtAccount(context: Acting, publicId: string): Promise<Omit<Account, 'ownerAddresses'> | undefined> {
  const facts = await findAccountFacts(context, publicId)
  if (!facts) return undefined
  const rows = await findAccountGrants(context.db, facts.id)
  const scopes = await findScopes(
    context.db,
    rows.map((row) => row.entity),
  )
  const isMe = facts.id === context.caller.accountId
  const mayAct = !isMe && canUse(suspendAccountCall, context.session)
  const grants = rows.map((row) => toAccountGrant(context, row, scopes.get(row.entity)))
  return { ...facts, isMe, actions: mayAct ? actionsOn[facts.state] : [], grants }
}

/** Staff cannot perform these actions on their own account. */
const actionsOn: Record<AccountFacts['state'], Account['actions']> = {
  ACTIVE: ['suspendAccount'],
  SUSPENDED: ['reopenAccount'],
  INVITED: ['resendInvitation'],
  CLOSED: [],
}

/** The request still names a group that is no longer in the directory. */
function toAccountGrant(context: Acting, row: AccountGrantRow, known: ScopeFacts | undefined): AccountGrant {
  const { entity, scopeKind: kind, scopeId, scopeName, reason, reference, contract, invited } = row
  const scope = known ?? { entity, kind, id: scopeId, name: scopeName, coveredBy: [entity] }
  return { ...toPersonGrant(context, row, scope), scopeName, scopeId, reason, reference, contract, invited }
}

/** Staff suspend a whole account and reopen it. The user sees the reason. Staff cannot suspend their own account. */
export async function suspendByStaff(context: ActingInside, body: AccountBody): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(context.db, body.accountId)
  if (!account) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  if (account.id === context.caller.accountId) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const former = account.kind === 'internal' ? await refuseFormerAdministrator(context) : undefined
  if (former) return former
  const reason = body.reason?.trim()
  if (!reason) return refuse(STATUS.pageMessage, REASON_NEEDED)
  return (await suspendAccount(context, account.id, reason)) ? { entity: true } : refuse(STATUS.pageMessage, NOT_NOW)
}

export async function reopenByStaff(context: ActingInside, body: AccountBody): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(context.db, body.accountId)
  if (!account) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  return (await reopenAccount(context, account.id)) ? { entity: true } : refuse(STATUS.pageMessage, NOT_NOW)
}
