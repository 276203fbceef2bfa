import { STATUS } from '@portico/core/constants'
import { recordAudit } from '#platform/audit/audit.ts'
import { type Context, type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { lockLegalHolds } from '#platform/operations/legal-holds.ts'
import { daysBefore, type ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findUnusedAccounts, lockErasable, updateAccountErased } from '../../store/people/erasure.ts'
import { lockAdministrators } from '../../store/people/staff-accounts.ts'

export const ON_LEGAL_HOLD = 'The account is under a legal hold.'
export const IN_FORCE = 'The account still has access or an open request. Remove or close it first.'
export const LAST_ADMINISTRATOR = 'This is the last administrator of the plan’s staff.'
export const ERASED_BEFORE = 'The account was already erased.'

/** Erases the personal data of an account. docs/operations.md lists the data that remains. */
export function eraseAccount(context: Context, accountId: string): Promise<Outcome<true>> {
  return transact(context, (inside) => eraseInside(inside, accountId))
}

async function eraseInside(inside: InTransaction, accountId: string): Promise<Outcome<true>> {
  await lockLegalHolds(inside.db)
  const administrators = await lockAdministrators(inside.db)
  const found = await lockErasable(inside.db, accountId)
  if (!found || found.erased) return refuse(STATUS.pageMessage, ERASED_BEFORE)
  if (found.onLegalHold) return refuse(STATUS.pageMessage, ON_LEGAL_HOLD)
  if (found.inForce) return refuse(STATUS.pageMessage, IN_FORCE)
  if (administrators.length === 1 && administrators[0] === accountId)
    return refuse(STATUS.pageMessage, LAST_ADMINISTRATOR)
  await narrowAccess(inside, {
    accountIds: [accountId],
    take: () => updateAccountErased(inside, accountId),
    ends: 'TOKENS',
    endsFirst: true,
    record: () => recordAudit(inside, { action: 'account.erased', subjectAccountId: accountId }),
    notify: null,
  })
  return { entity: true }
}

const AT_ONCE = 100

/** Erases accounts unused for years, and invitations that were never accepted. */
export const eraseUnusedAccounts: ScheduledJob = {
  name: 'erase-unused-accounts',
  async run(deps, now) {
    const context = systemContext(deps, now)
    const { accounts, invitations } = deps.settings.retentionDays
    const unused = { accounts: daysBefore(now, accounts), invitations: daysBefore(now, invitations) }
    let done = 0
    for (const id of await findUnusedAccounts(context, unused, AT_ONCE))
      if ('entity' in (await eraseAccount(context, id))) done += 1
    return done
  },
}
