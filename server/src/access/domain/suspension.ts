import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { findAccount, updateAccountReopened, updateAccountSuspended } from '../store/people/accounts.ts'
import { type Grant, updateGrantSuspended } from '../store/people/grants.ts'
import { findScopeName } from '../store/people/scopes.ts'
import { actsAs, nameActor } from './acting.ts'
import { recordGrantAct } from './grant-acts.ts'
import { queueMailToPerson } from './mail/person-mails.ts'

/** Suspends or removes access. The user's sessions end at once, and mail states the reason. */

export async function suspendGrant(context: InTransaction, grant: Grant, reason: string): Promise<void> {
  await narrowAccess(context, {
    accountIds: [grant.account_id],
    take: () => updateGrantSuspended(context.db, grant.id, { reason, as: actsAs(context) }),
    ends: 'SESSIONS',
    record: () => recordGrantAct(context, grant, 'grant.suspended', { reason }),
    notify: () => queueGrantSuspendedMail(context, grant, reason),
  })
}

export async function queueGrantSuspendedMail(context: InTransaction, grant: Grant, reason: string): Promise<void> {
  const what = `${await nameActor(context)} suspended your access to ${await findScopeName(context.db, grant)}`
  await queueMailToPerson(context, grant.account_id, 'grant.suspended', {
    subject: 'Your access was suspended',
    sentence: `${what}; if you still need it, please ask an administrator of your office or call us.`,
    reason,
    signIn: false,
  })
}

/** Suspends the whole account: the user cannot sign in, and none of its grants is active. */
export async function suspendAccount(context: InTransaction, accountId: string, reason: string): Promise<boolean> {
  const as = context.actor.kind === 'internal' ? 'STAFF' : 'SYSTEM'
  return narrowAccess(context, {
    accountIds: [accountId],
    take: () => updateAccountSuspended(context.db, accountId, { reason, as }),
    ends: 'SESSIONS',
    record: () =>
      recordAudit(context, { action: 'account.suspended', subjectAccountId: accountId, details: { reason } }),
    notify: () => queueAccountSuspendedMail(context, accountId, reason),
  })
}

export const queueAccountSuspendedMail = (context: InTransaction, accountId: string, reason: string) =>
  queueMailToPerson(context, accountId, 'account.suspended', {
    subject: 'Your account was suspended',
    sentence: 'We suspended your portal account, and you can’t sign in; please call us if you need it.',
    reason,
  })

const GRANTS_STAY_SUSPENDED =
  'Access that was suspended with your account begins again when an administrator reactivates it.'

/** Reopens an account. Administrators reactivate each of its grants. */
export async function reopenAccount(context: InTransaction, accountId: string): Promise<boolean> {
  if (!(await updateAccountReopened(context.db, accountId))) return false
  await recordAudit(context, { action: 'account.reopened', subjectAccountId: accountId })
  const account = await findAccount(context.db, accountId)
  await queueMailToPerson(context, accountId, 'account.reopened', {
    subject: 'Your account is open again',
    sentence: 'We reopened your portal account, and you don’t need to do anything else.',
    more: account?.kind === 'provider' ? [GRANTS_STAY_SUSPENDED] : [],
  })
  return true
}
